class { 'mysql::server':
  root_password           => 'strongpassword',
  remove_default_accounts => true,
  restart                 => true,
  override_options        => { 'mysqld' => { 'max_connections' => 1024, 'bind-address' => '127.0.0.1' } },
}
mysql::db { 'shop':
  user     => 'shop',
  password => 'secret',
  host     => 'localhost',
  grant    => ['SELECT', 'UPDATE'],
}
class { 'mysql::client': package_ensure => 'present' }
