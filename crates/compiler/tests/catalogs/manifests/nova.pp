class { 'nova::db': database_connection => os_database_connection({'dialect' => 'mysql+pymysql', 'host' => 'db', 'database' => 'nova', 'username' => 'n', 'password' => 'p', 'charset' => 'utf8'}) }
class { 'nova': default_transport_url => os_transport_url({'transport' => 'rabbit', 'host' => '127.0.0.1', 'port' => '5672', 'username' => 'u', 'password' => 'p&/'}) }
class { 'nova::keystone::authtoken': password => 'p' }
class { 'nova::api': }
class { 'nova::compute': vnc_enabled => true, vncproxy_host => 'x' }
include nova::conductor
include nova::scheduler
