class { 'apache':
  default_vhost    => false,
  mpm_module       => 'prefork',
  keepalive        => 'On',
  server_tokens    => 'Prod',
  timeout          => 60,
  trace_enable     => 'Off',
  default_mods     => ['alias', 'auth_basic', 'authn_file', 'deflate', 'dir', 'headers', 'mime', 'rewrite'],
}
include apache::mod::proxy
include apache::mod::proxy_http
class { 'apache::mod::expires': expires_active => true, expires_by_type => [{ 'text/css' => 'access plus 1 week' }] }
apache::vhost { 'plain.example.com':
  port            => 80,
  docroot         => '/var/www/plain',
  redirect_source => ['/old', '/older'],
  redirect_dest   => ['/new', 'https://other.example.com/'],
  redirect_status => ['permanent', 'temp'],
  headers         => ['set X-Frame-Options "DENY"'],
  aliases         => [{ 'alias' => '/images', 'path' => '/var/www/images' }, { 'scriptalias' => '/run', 'path' => '/var/www/run' }],
  scriptalias     => '/usr/lib/cgi-bin',
  setenvif        => ['Host "plain" plain=1'],
  custom_fragment => "  # by hand\n",
}
apache::vhost { 'secure.example.com':
  ip                => ['10.0.0.1', '10.0.0.2'],
  port              => 443,
  docroot           => '/var/www/secure',
  docroot_owner     => 'www-data',
  docroot_group     => 'www-data',
  ssl               => true,
  ssl_cert          => '/etc/ssl/certs/secure.pem',
  ssl_key           => '/etc/ssl/private/secure.key',
  ssl_chain         => '/etc/ssl/certs/chain.pem',
  ssl_honorcipherorder => true,
  ssl_verify_client => 'optional',
  proxy_pass        => [{ 'path' => '/app', 'url' => 'http://127.0.0.1:8080/app', 'params' => { 'retry' => 0, 'timeout' => 5 } }],
  proxy_preserve_host => true,
  error_documents   => [{ 'error_code' => '404', 'document' => '/404.html' }],
  access_logs       => [{ 'file' => 'one.log', 'format' => 'combined' }, { 'pipe' => '|/bin/rotate', 'env' => '!dontlog' }],
  directories       => [
    { 'path' => '/var/www/secure', 'options' => ['-Indexes', '+FollowSymLinks'], 'require' => 'all granted' },
    { 'path' => '/private', 'provider' => 'location', 'auth_type' => 'Basic', 'auth_name' => 'Private', 'auth_user_file' => '/etc/apache2/users', 'auth_require' => 'valid-user' },
  ],
  rewrites          => [{ 'comment' => 'to the app', 'rewrite_cond' => ['%{REQUEST_URI} !^/static'], 'rewrite_rule' => ['^(.*)$ /app$1 [PT]'] }],
}
apache::balancer { 'pool': proxy_set => { 'lbmethod' => 'bybusyness' } }
class { 'mysql::server':
  root_password           => 'secret',
  remove_default_accounts => true,
  restart                 => true,
  override_options        => { 'mysqld' => { 'max_connections' => '512', 'skip-name-resolve' => true, 'replicate-do-db' => ['one', 'two'] } },
  databases               => { 'metrics' => { 'ensure' => 'present', 'charset' => 'utf8' } },
  users                   => { 'reader@localhost' => { 'ensure' => 'present', 'max_user_connections' => '5', 'password_hash' => mysql::password('reader') } },
  grants                  => { 'reader@localhost/metrics.*' => { 'ensure' => 'present', 'options' => ['GRANT'], 'privileges' => ['SELECT', 'SHOW VIEW'], 'table' => 'metrics.*', 'user' => 'reader@localhost' } },
}
mysql::db { 'shop':
  user     => 'shop',
  password => 'shop-secret',
  host     => '%',
  grant    => ['SELECT', 'UPDATE'],
  charset  => 'utf8mb4',
  collate  => 'utf8mb4_general_ci',
}
include mysql::client
class { 'mysql::server::backup': backupuser => 'backup', backuppassword => 'backup-secret', backupdir => '/var/backups/mysql' }
