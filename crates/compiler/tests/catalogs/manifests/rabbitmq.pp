class { 'rabbitmq': port => 5672, delete_guest_user => true, service_manage => true }
rabbitmq_user { 'app': admin => false, password => 'pw' }
