# A fleet of switches behind a transport, with several namevars, titles in three forms, and all features at once.
conf = "[sw]\ntype fleet\nurl file://%D/sw.conf\n"
good = "{ host: \"%D\", user: admin, password: \"s3cret!\" }"
vlans = '[{"interface":"all","id":"10","ensure":"present","vlan_name":"ten","shutdown":false},' \
        '{"interface":"eth1","id":"20","ensure":"present","shutdown":true,"mtu":1500,"ports":["a","b"],"options":{"x":1}}]'
users = '{"root":{"role":"admin","groups":["b","a"],"id":0}}'
before = { 'device.conf' => conf, 'sw.conf' => good, 'vlans.json' => vlans, 'users.json' => users }
cases = {}
site = lambda do |name, manifest, *options, with: {}|
  cases[name] = { before: before.merge('site.pp' => manifest).merge(with),
                  runs: [{ device: ['--target', 'sw', '--apply', '%D/site.pp', '--verbose', '--detailed-exitcodes', *options] }] * 2 }
end
ask = lambda do |name, *words, with: {}|
  cases[name] = { before: before.merge(with), device: ['--target', 'sw', *words] }
end
ask['list', '--resource', 'fleet_vlan']
ask['one by title', '--resource', 'fleet_vlan', 'all/10']
ask['one by both', '--resource', 'fleet_vlan', 'eth1/20']
ask['one that is missing', '--resource', 'fleet_vlan', 'eth9/99']
ask['a title without id', '--resource', 'fleet_vlan', 'eth1']
ask['change one', '--resource', 'fleet_vlan', 'all/10', 'vlan_name=ten again', 'mtu=9000']
ask['users', '--resource', 'fleet_user']
ask['facts', '--facts']
site['in sync', "fleet_vlan { 'all/10': vlan_name => ' ten ' } fleet_vlan { 'eth1/20': shutdown => true, ports => ['b', 'a', 'b'] }"]
site['titles', "fleet_vlan { 'all:10': vlan_name => 'x' } fleet_vlan { 'ETH1/20': mtu => 1400 }"]
site['by parts', "fleet_vlan { 'new one': interface => 'Eth2', id => '30', options => { 'a' => true, 'b' => 2 } }"]
site['the same twice', "fleet_vlan { 'all/10': } fleet_vlan { 'other': interface => 'all', id => '10' }"]
site['remove', "fleet_vlan { ['all/10', 'eth1/20', 'all/77']: ensure => absent }"]
site['refused', "fleet_vlan { 'all/666': } -> fleet_vlan { 'all:7': } fleet_vlan { 'all:8': note => 'all/666' }"]
site['wrong values', "fleet_vlan { 'all/10': mtu => 5 }"]
site['a wrong title', "fleet_vlan { 'eth1/x': } fleet_vlan { 'eth1': id => 'y' }"]
site['read only', "fleet_vlan { 'all/10': uptime => 7 }"]
site['noop', "fleet_vlan { 'all/10': vlan_name => 'other' } fleet_user { 'root': role => guest }", '--noop']
site['purge', "resources { 'fleet_vlan': purge => true } fleet_vlan { 'all/10': }"]
site['users in sync', "fleet_user { 'root': role => admin, groups => ['a', 'b'], password => Sensitive('new') }"]
site['users change', "fleet_user { 'root': role => operator, groups => ['c'] } fleet_user { 'guest': password => Sensitive('pw'), id => 5 }"]
site['users forced', "fleet_user { 'root': role => operator, groups => ['a', 'b'], force => true }"]
site['users init only', "fleet_user { 'root': role => admin, groups => ['a', 'b'], id => 9 }"]
site['users gone', "fleet_user { 'root': ensure => absent } fleet_user { 'nobody': ensure => absent }"]
site['users without role', "fleet_user { 'root': groups => ['a', 'b'] }"]
site['users debug', "fleet_user { 'root': role => guest, groups => ['a'], password => Sensitive('hush') }", '--debug']
site['facts in a manifest', "notify { \"${facts['operatingsystem']} ${facts['port']} ${facts['retries']}\": }"]
%w[facts_nil facts_text facts_symbols facts_raise facts_exit facts_odd prints raises exits throws broken].each do |mode|
  with = { 'sw.conf' => "{ host: \"%D\", password: \"s3cret!\", mode: #{mode} }" }
  ask["#{mode.tr('_', ' ')}: list", '--resource', 'fleet_vlan', with: with]
  ask["#{mode.tr('_', ' ')}: facts", '--facts', with: with]
  site["#{mode.tr('_', ' ')}: apply", "fleet_vlan { 'all/10': vlan_name => 'other' } notify { 'beside': }", with: with]
end
{
  'port as text' => '{ host: "%D", password: "x", port: "22" }',
  'port too large' => '{ host: "%D", password: "x", port: 70000 }',
  'retries' => '{ host: "%D", password: "x", retries: 5 }',
  'retries wrong' => '{ host: "%D", password: "x", retries: always }',
  'tags' => '{ host: "%D", password: "x", tags: [a, b] }',
  'tags wrong' => '{ host: "%D", password: "x", tags: [a, 1] }',
  'password missing' => '{ host: "%D" }',
  'password wrong' => '{ host: "%D", password: 5 }',
  'host empty' => '{ host: "", password: "x" }',
  'empty file' => '',
  'a list' => '[1, 2]',
  'with comments' => "# a comment\nhost: \"%D\"\npassword = \"x\" // another\n",
  'with a nested key' => "host = \"%D\"\npassword = \"x\"\na.b = 1\n",
}.each { |name, text| ask["credentials: #{name}", '--resource', 'fleet_vlan', with: { 'sw.conf' => text }] }
cases
