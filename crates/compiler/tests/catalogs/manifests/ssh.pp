class { 'ssh':
  storeconfigs_enabled => false,
  server_options       => {
    'Port'                   => [22, 2222],
    'PasswordAuthentication' => 'no',
    'Match User deploy'      => { 'AllowTcpForwarding' => 'no' },
  },
  client_options       => { 'Host *.example.com' => { 'User' => 'admin' } },
}
