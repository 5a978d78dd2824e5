class { 'tftp': directory => '/srv/tftp', address => '192.0.2.10', options => '--ipv6 --timeout 60', inetd => false }
tftp::file { 'pxelinux.0': content => 'boot' }
