class { 'collectd': purge => true, recurse => true, purge_config => true, minimum_version => '5.4', typesdb => ['/a', '/b'] }
class { 'collectd::plugin::df': mountpoints => ['/u'], fstypes => ['nfs','tmpfs'], ignoreselected => true }
class { 'collectd::plugin::network': timetolive => '70', maxpacketsize => '42', forward => false, servers => { 'host' => { 'port' => 25826, 'interface' => 'eth0' } } }
collectd::plugin::network::server { 'h2': port => 157 }
collectd::plugin::network::listener { 'h3': port => 157 }
class { 'collectd::plugin::processes': processes => ['process1', { 'name' => 'p2', 'collect_context_switch' => true }], process_matches => [{ 'name' => 'all', 'regex' => 'process.*' }] }
class { 'collectd::plugin::write_graphite': carbons => { 'graphite' => { 'graphitehost' => 'g', 'graphiteport' => 2003 } } }
collectd::plugin::write_graphite::carbon { 'my_graphite': graphitehost => 'graphite.example.org', graphiteport => 2003, protocol => 'tcp' }
collectd::plugin::tail::file { 'exim-log': filename => '/var/log/exim4/mainlog', instance => 'exim', matches => [{ regex => 'S=([1-9][0-9]*)', dstype => 'CounterAdd', type => 'ipt_bytes', instance => 'total' }] }
class { 'collectd::plugin::filecount': directories => { 'foodir' => { 'path' => '/path', 'pattern' => '*.conf', 'mtime' => '-5m', 'recursive' => true } } }
include collectd::plugin::cpu
include collectd::plugin::interface
include collectd::plugin::rrdtool
include collectd::plugin::exec
