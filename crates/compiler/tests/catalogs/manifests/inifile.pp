ini_setting { 'port': ensure => present, path => '/etc/app.ini', section => 'server', setting => 'port', value => '8080' }
ini_subsetting { 'heap': ensure => present, section => '', key_val_separator => '=', path => '/etc/default/app', setting => 'JAVA_ARGS', subsetting => '-Xmx', value => '512m' }
['alpha', 'beta'].each |Integer $index, String $name| {
  ini_setting { "queue ${name}":
    ensure            => present,
    path              => '/etc/app.ini',
    section           => 'queues',
    section_prefix    => '[',
    setting           => $name,
    key_val_separator => ': ',
    value             => String($index + 1),
  }
}
