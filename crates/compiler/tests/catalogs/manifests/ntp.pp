class { 'ntp':
  servers   => ['ntp1.example.com', 'ntp2.example.com'],
  restrict  => ['127.0.0.1', '-6 ::1'],
  interfaces => ['127.0.0.1'],
  package_ensure => 'latest',
}
