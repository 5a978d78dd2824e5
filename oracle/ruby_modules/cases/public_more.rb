# More modules in the manner of public ones.
FEATURES = { 'features.json' => %({"web":{"settings":{"port":80}}}\n) }.freeze
PORTS = { 'ports.json' => %([{"name":"eth0","ensure":"present","speed":"100"}]\n), 'trunks.json' => "[]\n" }.freeze
KEYS = { 'keyring' => "AAAAAAAA:2020-01-01\nBBBBBBBB\n", 'key.asc' => "CCCCCCCC:2021-02-03\n" }.freeze
SOFTWARE = { 'software.json' => %([{"title":"php-yum","package":"php","manager":"yum","ensure":"present","version":"7"},{"title":"ruby-on-rails-gem","package":"ruby-on-rails","manager":"gem","ensure":"present"}]\n) }.freeze
cases = {
  'dsc: list' => { run: %w[resource dsc_feature], before: FEATURES },
  'dsc: apply' => { apply: "dsc_feature { 'x': dsc_name => 'WEB', dsc_ensure => 'present', dsc_settings => { 'port' => 81 } }", before: FEATURES, twice: true },
  'dsc: test mode' => { apply: "dsc_feature { 'x': dsc_name => 'web', dsc_ensure => 'present', dsc_settings => { 'port' => 81 }, validation_mode => 'resource' }", before: FEATURES, twice: true },
  'dsc: create with a credential' => { apply: "dsc_feature { 'x': dsc_name => 'new', dsc_ensure => 'Present', dsc_credential => { 'user' => 'me', 'password' => Sensitive('h1dden') } }", before: FEATURES, twice: true },
  'dsc: absent' => { apply: "dsc_feature { 'x': dsc_name => 'web', dsc_ensure => 'absent' }", before: FEATURES, twice: true },
  'dsc: with debug' => { apply: "dsc_feature { 'x': dsc_name => 'WEB', dsc_ensure => 'absent' }", before: FEATURES, options: %w[--debug] },
  'dsc: under noop' => { apply: "dsc_feature { 'x': dsc_name => 'web', dsc_settings => { 'port' => 81 }, validation_mode => 'resource' }", before: FEATURES, options: %w[--noop] },
  'dsc: a wrong enum' => { apply: "dsc_feature { 'x': dsc_name => 'web', dsc_ensure => 'perhaps' }", before: FEATURES },

  'no namevar: list' => { run: %w[resource keystore_entry], before: { 'keystore.json' => %([{"name":"a","ensure":"present"}]) } },
  'no namevar: apply' => { apply: "keystore_entry { 'a': value => 'x' }" },

  'switch: list' => { run: %w[resource switch_port], before: PORTS },
  'switch: apply' => { apply: "switch_trunk { 't': ports => ['eth0', 'eth1', 'eth9'] } switch_port { 'eth0': speed => '10' } switch_port { 'eth1': }", before: PORTS, twice: true },
  'switch: trunk first' => { run: %w[resource switch_trunk t ensure=present], before: PORTS },
  'switch: a wrong speed' => { apply: "switch_port { 'eth0': speed => '11' }", before: PORTS },

  'archive key: list' => { run: %w[resource archive_key], before: KEYS },
  'archive key: one by another spelling' => { run: %w[resource archive_key 0xaaaaaaaa], before: KEYS },
  'archive key: missing' => { run: %w[resource archive_key 0xcccccccc --debug], before: KEYS },
  'archive key: apply' => { apply: "archive_key { '0xcccccccc': ensure => present, source => '%D/key.asc' } archive_key { 'bbbbbbbb': ensure => absent } archive_key { 'AAAAAAAA': ensure => present }", before: KEYS, twice: true },
  'archive key: no such file' => { apply: "archive_key { '0xcccccccc': ensure => present, source => '/nowhere/key' }", before: KEYS },
  'archive key: no source' => { apply: "archive_key { '0xcccccccc': ensure => present }", before: KEYS },
  'archive key: the network' => { apply: "archive_key { '0xcccccccc': ensure => present, source => 'http://x/' }", before: KEYS, options: %w[--trace --detailed-exitcodes] },
  'archive key: autorequires' => { apply: "file { '%D/key.asc': content => \"DDDDDDDD\\n\" } archive_key { 'DDDDDDDD': ensure => present, source => '%D/key.asc' }", before: KEYS, options: %w[--debug] },
  'archive key: a bad id' => { apply: "archive_key { 'xyz': ensure => present }", before: KEYS },
  'archive key: a wrong method' => { apply: "archive_key { 'BAD00000': ensure => present }", before: KEYS },
  'archive key: get is not canonical' => { run: %w[resource archive_key], before: { 'keyring' => "aaaaaaaa\n" } },
  'archive key: get is not canonical in apply' => { apply: "archive_key { 'aaaaaaaa': ensure => present }", before: { 'keyring' => "aaaaaaaa\nAAAAAAAA:x\n" } },
  'archive key: purge' => { apply: "archive_key { '0xaaaaaaaa': ensure => present } resources { 'archive_key': purge => true }", before: KEYS },

  'software: list' => { run: %w[resource software], before: SOFTWARE },
  'software: one' => { run: %w[resource software php-yum], before: SOFTWARE },
  'software: one that is missing' => { run: %w[resource software php-gem], before: SOFTWARE },
  'software: set' => { run: %w[resource software php-gem version=8], before: SOFTWARE },
  'software: set absent' => { run: %w[resource software php-yum ensure=absent], before: SOFTWARE },
  'software: as yaml' => { run: %w[resource software php-yum --to_yaml], before: SOFTWARE },
  'software: apply' => { apply: "software { 'php-yum': version => '8' } software { 'php': manager => 'gem' } software { 'ruby-on-rails-gem': ensure => absent } software { 'x': package => 'y', manager => 'z' }", before: SOFTWARE, twice: true },
  'software: with debug' => { apply: "software { 'php-yum': version => '8' }", before: SOFTWARE, options: %w[--debug] },
  'software: the same twice' => { apply: "software { 'php-yum': } software { 'php': manager => 'yum' }", before: SOFTWARE },
  'software: purge' => { apply: "software { 'php-yum': } resources { 'software': purge => true }", before: SOFTWARE },
  'software: no title in get' => { apply: "software { 'php-yum': version => '8' }", before: { 'software.json' => %([{"package":"php","manager":"yum","ensure":"present"}]\n) } },
  'software: no title in a listing' => { run: %w[resource software], before: { 'software.json' => %([{"package":"php","manager":"yum","ensure":"present"}]\n) } },
  'software: a wrong title in get' => { apply: "software { 'php-yum': version => '8' }", before: { 'software.json' => %([{"title":"foo-bar","package":"php","manager":"yum","ensure":"present"}]\n) } },
  'software: a wrong title in a listing' => { run: %w[resource software], before: { 'software.json' => %([{"title":"foo-bar","package":"php","manager":"yum","ensure":"present"}]\n) } },

  'web: list' => { run: %w[resource web_page --verbose] },
  'web: put' => { apply: "web_page { 'hello': body => 'New.' } web_page { 'data': body => '{\"a\":1}' }", options: %w[--detailed-exitcodes] }
}
%w[string array options_are_off fails fails_by_option fails_secretly missing rescued environment squelch stdin execpipe provider_execute which facts settings unknown_setting logging log_exception versions files types gettext backticks errors sensitive unknown_constant libraries].each { |job| cases["job: #{job.tr('_', ' ')}"] = { apply: "shell_job { '#{job}': }", options: %w[--debug] } }
cases['job: fails with trace'] = { apply: "shell_job { 'fails': }", options: %w[--trace] }
cases['job: unknown constant with trace'] = { apply: "shell_job { 'unknown_constant': }", options: %w[--trace] }
cases
