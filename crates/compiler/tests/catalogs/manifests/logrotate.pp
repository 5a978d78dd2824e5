logrotate::rule { 'app':
  path         => '/var/log/app/*.log',
  rotate       => '5',
  rotate_every => 'day',
  compress     => true,
  postrotate   => ['/usr/bin/killall -HUP app', '/bin/true'],
}
