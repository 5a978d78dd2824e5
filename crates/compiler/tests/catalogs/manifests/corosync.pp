class { 'corosync': authkey => '/etc/a', bind_address => '10.0.0.1', cluster_name => 'c', enable_secauth => true, set_votequorum => true, quorum_members => ['10.0.0.1', '10.0.0.2'], unicast_addresses => ['10.0.0.1', '10.0.0.2'] }
corosync::service { 'pacemaker': version => '0' }
