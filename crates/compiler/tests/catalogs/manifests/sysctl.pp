sysctl::value { 'net.ipv4.ip_forward': value => '1' }
sysctl::value { 'vm.swappiness': value => 10, target => '/etc/sysctl.d/10-vm.conf' }
