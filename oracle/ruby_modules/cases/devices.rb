# Devices: transports, providers for a device, legacy devices.
PANORAMA = "<config model='PA-220'><shared><address><entry name='web'><ip-netmask>10.0.0.1</ip-netmask><tag><member>a</member><member>b</member></tag></entry></address></shared></config>"
DEVICES = {
  'device.conf' => <<~CONF,
    # A comment.
    [fw.example.com]
    type panorama
    url file://%D/fw.conf

    [sw]
    type nexus
    url file://%D/sw.conf
    [spin.example.com]
    type spinner
    url file://%D/spin.conf
    debug
  CONF
  'fw.conf' => %(host: fw\nuser: admin\npassword: "s3cr3t"\n),
  'sw.conf' => %({ hostname: sw1, username: root\n  password: "p4ss", port = 22 }\n),
  'spin.conf' => %(speed: 3\nwheel { name = big }\n),
  'fw.xml' => PANORAMA,
  'sw1.json' => %({"1":{"label":"default","state":"active"},"7":{"state":"suspend"}}\n),
  'address.pp' => "panorama_address { 'web': ip_netmask => '10.0.0.2', tags => ['a'] }\npanorama_address { 'mail': ip_netmask => '10.0.0.3', description => 'new' }\n",
  'broken_address.pp' => "panorama_address { 'mail': description => 'new' }\n",
  'vlan.pp' => "nx9k_vlan { '1': label => 'first' }\nnx9k_vlan { '9': }\nnx9k_vlan { '7': ensure => absent }\nnx9k_feature { 'ssh': enabled => true }\n",
  'host.pp' => "note { 'a': }\nnotify { \"on ${facts['operatingsystem']}\": }\n",
  'facts.pp' => "notify { \"at ${facts['hostname']}, ${facts['vlans']} vlans, ${trusted['certname']}\": }\n",
  'spin.pp' => "spin { 'big': speed => 3 }\nspin { 'small': speed => 9 }\n",
  'nobody.pp' => "nx9k_nobody { 'x': }\n"
}.freeze
changed = ->(change) { DEVICES.merge(change) }
{
  'transport: list' => { device: %w[--target fw.example.com --resource panorama_address], before: DEVICES },
  'transport: list with verbose' => { device: %w[--target fw.example.com --resource panorama_address --verbose], before: DEVICES },
  'transport: list with debug' => { device: %w[--target fw.example.com --resource panorama_address --debug], before: DEVICES },
  'transport: one' => { device: %w[--target fw.example.com --resource panorama_address web], before: DEVICES },
  'transport: one as yaml' => { device: %w[--target fw.example.com --resource panorama_address web --to_yaml], before: DEVICES },
  'transport: one that is missing' => { device: %w[--target fw.example.com --resource panorama_address nobody], before: DEVICES },
  'transport: facts' => { device: %w[--target fw.example.com --facts], before: DEVICES },
  'transport: apply' => { device: %w[--target fw.example.com --apply %D/address.pp], before: DEVICES, twice: true },
  'transport: apply with verbose' => { device: %w[--target fw.example.com --apply %D/address.pp --verbose], before: DEVICES },
  'transport: apply with exit codes' => { device: %w[--target fw.example.com --apply %D/address.pp --detailed-exitcodes], before: DEVICES },
  'transport: apply with debug' => { device: %w[--target fw.example.com --apply %D/address.pp --debug], before: DEVICES },
  'transport: apply a failure' => { device: %w[--target fw.example.com --apply %D/broken_address.pp], before: DEVICES },
  'transport: corrective' => { runs: [{ device: %w[--target fw.example.com --apply %D/address.pp] }, { run: %w[apply %D/reset.pp] }, { device: %w[--target fw.example.com --apply %D/address.pp] }],
                               before: changed.call('reset.pp' => "file { '%D/fw.xml': content => \"#{PANORAMA}\" }\n") },
  'transport: corrective with noop' => { runs: [{ device: %w[--target fw.example.com --apply %D/address.pp] }, { run: %w[apply %D/reset.pp] }, { device: %w[--target fw.example.com --apply %D/address.pp --noop] }, { device: %w[--target fw.example.com --apply %D/address.pp] }],
                                         before: changed.call('reset.pp' => "file { '%D/fw.xml': content => \"#{PANORAMA}\" }\n") },
  'transport: facts with noop' => { device: %w[--target fw.example.com --facts --noop], before: DEVICES },
  'transport: no facts' => { device: %w[--target fw.example.com --facts], before: DEVICES.reject { |name, _| name == 'fw.xml' } },
  'transport: no facts for apply' => { device: %w[--target fw.example.com --apply %D/address.pp], before: DEVICES.reject { |name, _| name == 'fw.xml' } },
  'transport: apply a syntax error' => { device: %w[--target fw.example.com --apply %D/wrong.pp], before: changed.call('wrong.pp' => "panorama_address { 'web': \n") },
  'transport: apply an unknown type' => { device: %w[--target fw.example.com --apply %D/wrong.pp], before: changed.call('wrong.pp' => "nonsense { 'web': }\n") },
  'transport: apply a wrong value' => { device: %w[--target fw.example.com --apply %D/wrong.pp], before: changed.call('wrong.pp' => "panorama_address { 'web': tags => 7 }\n") },
  'transport: apply what is tagged' => { device: %w[--target fw.example.com --apply %D/address.pp --tags nothing --verbose], before: DEVICES },
  'transport: apply without a password' => { device: %w[--target fw.example.com --apply %D/address.pp], before: changed.call('fw.conf' => "host: fw\n") },
  'transport: no password' => { device: %w[--target fw.example.com --resource panorama_address], before: changed.call('fw.conf' => "host: fw\n") },
  'transport: nothing given' => { device: %w[--target fw.example.com --resource panorama_address], before: changed.call('fw.conf' => '') },
  'transport: a wrong type' => { device: %w[--target fw.example.com --resource panorama_address], before: changed.call('fw.conf' => "host: fw\nport: high\nuser: 7\npassword: 9\n") },
  'transport: an unknown key' => { device: %w[--target fw.example.com --resource panorama_address], before: changed.call('fw.conf' => "host: fw\npassword: x\ncolor: red\n") },
  'transport: no file' => { device: %w[--target fw.example.com --resource panorama_address], before: DEVICES.reject { |name, _| name == 'fw.conf' } },
  'transport: no hocon' => { device: %w[--target fw.example.com --resource panorama_address], before: changed.call('fw.conf' => "host: {{\n") },
  'transport: a wrong url' => { device: %w[--target fw.example.com --resource panorama_address], before: changed.call('device.conf' => "[fw.example.com]\ntype panorama\nurl https://root:pw@fw:44/x\n") },
  'transport: the device cannot be read' => { device: %w[--target fw.example.com --resource panorama_address], before: DEVICES.reject { |name, _| name == 'fw.xml' } },
  'transport: the constructor raises' => { device: %w[--target sw --resource nx9k_vlan], before: changed.call('sw.conf' => "hostname: sw1\nusername: root\npassword: x\nconnector_type: pidgeon\n") },
  'device provider: list' => { device: %w[--target sw --resource nx9k_vlan], before: DEVICES },
  'device provider: one' => { device: %w[--target sw --resource nx9k_vlan 7 --verbose], before: DEVICES },
  'device provider: facts' => { device: %w[--target sw --facts --verbose], before: DEVICES },
  'device provider: apply' => { device: %w[--target sw --apply %D/vlan.pp --verbose], before: DEVICES, twice: true },
  'device provider: apply with noop' => { device: %w[--target sw --apply %D/vlan.pp --noop], before: DEVICES },
  'device provider: apply with debug and trace' => { device: %w[--target sw --apply %D/vlan.pp --debug --trace], before: DEVICES },
  'device provider: facts in manifests' => { device: %w[--target sw --apply %D/facts.pp], before: DEVICES },
  'device provider: a generic one' => { device: %w[--target sw --resource nx9k_feature], before: DEVICES },
  'device provider: none' => { device: %w[--target sw --resource nx9k_nobody], before: DEVICES },
  'device provider: none in apply' => { device: %w[--target sw --apply %D/nobody.pp], before: DEVICES },
  'device provider: classes' => { device: %w[--target sw --apply %D/classes.pp --verbose],
                                  before: changed.call('classes.pp' => "class a { nx9k_vlan { '1': label => 'first' } }\ndefine b { nx9k_vlan { $name: } }\ninclude a\nb { '9': require => Class['a'] }\nnotify { 'done': subscribe => B['9'] }\n") },
  'device provider: dependencies' => { device: %w[--target sw --apply %D/wrong.pp], before: changed.call('wrong.pp' => "nx9k_nobody { 'x': }\n-> nx9k_vlan { '9': }\n") },
  'host types on a device' => { device: %w[--target sw --apply %D/host.pp --debug], before: DEVICES },
  'simple device: list' => { device: %w[--target spin.example.com --resource spin], before: DEVICES },
  'simple device: facts' => { device: %w[--target spin.example.com --facts], before: DEVICES },
  'simple device: apply' => { device: %w[--target spin.example.com --apply %D/spin.pp --verbose], before: DEVICES, twice: true },
  'simple device: no file' => { device: %w[--target spin.example.com --resource spin], before: DEVICES.reject { |name, _| name == 'spin.conf' } },
  'simple device: a wrong url' => { device: %w[--target spin.example.com --resource spin], before: changed.call('device.conf' => "[spin.example.com]\ntype spinner\nurl http://x/\n") },
  'usage: no target for a resource' => { device: %w[--resource spin], before: DEVICES },
  'usage: no target for facts' => { device: %w[--facts], before: DEVICES },
  'usage: no target for apply' => { device: %w[--apply %D/spin.pp], before: DEVICES },
  'usage: no such file' => { device: %w[--target sw --apply %D/none.pp], before: DEVICES },
  'usage: unknown target' => { device: %w[--target nobody --resource spin], before: DEVICES },
  'usage: no type' => { device: %w[--target sw --resource], before: DEVICES },
  'usage: unknown type' => { device: %w[--target sw --resource nonsense], before: DEVICES },
  'usage: no devices' => { device: %w[--verbose], before: { 'device.conf' => "# nothing\n" } },
  'usage: unknown device type' => { device: %w[--target x --resource spin], before: { 'device.conf' => "[x]\ntype strange\nurl file:///x\n" } },
  'usage: a wrong line' => { device: %w[--target x --resource spin], before: { 'device.conf' => "[x]\ntype spinner\ncolor red\n" } },
  'usage: twice the same' => { device: %w[--target x --resource spin], before: { 'device.conf' => "[x]\ntype spinner\nurl file:///x\n[x]\ntype spinner\nurl file:///x\n" } },
  'usage: no url' => { device: %w[--target x --resource spin], before: { 'device.conf' => "[x]\ntype spinner\n" } },
  'usage: no type in the file' => { device: %w[--target x --resource spin], before: { 'device.conf' => "[x]\nurl file:///x\n" } },
  'usage: no section' => { device: %w[--target x --resource spin], before: { 'device.conf' => "type spinner\n" } },
  'usage: a bad url' => { device: %w[--target x --resource spin], before: { 'device.conf' => "[x]\ntype spinner\nurl http://a b\n" } },
  'usage: no device.conf' => { device: %w[--target x --resource spin], before: { 'nothing' => "\n" } },
  'usage: no device.conf and no target' => { device: %w[--verbose], before: { 'nothing' => "\n" } },
  'remote types on the host are skipped' => { apply: "panorama_address { 'web': ip_netmask => '10.0.0.2' } notify { 'on': }", before: DEVICES, options: %w[--debug --detailed-exitcodes] },
  'remote types on the host are listed' => { run: %w[resource panorama_address], before: DEVICES },
  'remote types on the host with a device provider' => { run: %w[resource nx9k_vlan], before: DEVICES }
}
