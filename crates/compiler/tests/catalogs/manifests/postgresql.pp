class { 'postgresql::globals': version => '15', encoding => 'UTF-8', locale => 'en_US.UTF-8' }
class { 'postgresql::server': listen_addresses => '*', postgres_password => 'secret', ip_mask_allow_all_users => '10.0.0.0/8', ipv4acls => ['host all all 10.1.0.0/16 md5', 'local all all peer'] }
postgresql::server::db { 'shop': user => 'shop', password => postgresql::postgresql_password('shop', 'pw') }
postgresql::server::role { 'reader': password_hash => 'md5abc', login => true, superuser => false }
postgresql::server::database_grant { 'r': privilege => 'CONNECT', db => 'shop', role => 'reader' }
postgresql::server::config_entry { 'max_connections': value => 50 }
postgresql::server::pg_hba_rule { 'app': type => 'host', database => 'shop', user => 'shop', address => '10.0.0.1/32', auth_method => 'md5', order => 5 }
include postgresql::client
include postgresql::server::contrib
