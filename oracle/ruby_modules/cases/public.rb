# Modules in the manner of public ones, on the machine itself.
BUCKETS = { 'localhost.json' => %({"buckets":[{"name":"old","org":"o","labels":["x"],"rules":[]}]}\n),
            'db.json' => %({"token":"t0ps3cret","buckets":[{"name":"metrics","org":"o","labels":["a","b"],"rules":[]}]}\n) }.freeze
RULES = { 'rules' => ":INPUT accept\nINPUT|001 ssh|proto=tcp|dport=22\nINPUT|002 web|proto=tcp|source=10.0.0.1/32|dport=80,443\nOUTPUT|003 dns|proto=udp|dport=53\n" }.freeze
{
  'influx: list' => { run: %w[resource influx_bucket], before: BUCKETS },
  'influx: one' => { run: %w[resource influx_bucket old], before: BUCKETS },
  'influx: set' => { run: %w[resource influx_bucket new org=o labels=a], before: BUCKETS },
  'influx: canonicalize feeds get' => { apply: "influx_bucket { 'metrics': org => 'o2', labels => ['b', 'a'], retention_rules => [], host => 'db', token => Sensitive('t0ps3cret') }", before: BUCKETS, twice: true },
  'influx: a wrong token' => { apply: "influx_bucket { 'metrics': org => 'o', host => 'db', token => Sensitive('wr0ng') } notify { 'on': }", before: BUCKETS },
  'influx: several resources' => { apply: "influx_bucket { ['a', 'b']: org => 'o', labels => ['z', 'y'], host => 'third' } influx_bucket { 'c': ensure => absent, org => 'o', host => 'third' }", before: BUCKETS, twice: true },
  'influx: no org' => { apply: "influx_bucket { 'a': }", before: BUCKETS },
  'influx: a plain token' => { apply: "influx_bucket { 'a': org => 'o', token => 'x' }", before: BUCKETS },
  'influx: with debug' => { apply: "influx_bucket { 'metrics': org => 'o2', host => 'db', token => Sensitive('t0ps3cret') }", before: BUCKETS, options: %w[--debug --detailed-exitcodes] },

  'wall: list' => { run: %w[resource wall], before: RULES },
  'wall: list chains' => { run: %w[resource wallchain], before: RULES },
  'wall: one' => { run: ['resource', 'wall', '001 ssh'], before: RULES },
  'wall: apply' => { apply: "wall { '001 ssh': dport => 22, proto => 'tcp' } wall { '002 web': dport => [443, '80'], source => '10.0.0.1', proto => 'tcp' } wall { '004 new': dport => '1-5', jump => 'LOG' }", before: RULES, twice: true },
  'wall: change' => { apply: "wall { '001 ssh': dport => [22, 2222], proto => 'tcp' } wall { '002 web': ensure => absent }", before: RULES, twice: true },
  'wall: a wrong jump' => { apply: "wall { '001 ssh': jump => 'DROP' }", before: RULES },
  'wall: a wrong name' => { apply: "wall { 'ssh': }", before: RULES },
  'wall: noop' => { apply: "wall { '001 ssh': dport => 23 }", before: RULES, options: %w[--noop] },
  'wall: chains generate' => { apply: "wallchain { 'INPUT': purge => true } wall { '001 ssh': dport => 22 }", before: RULES, twice: true },
  'wall: chains generate with exceptions' => { apply: "wallchain { 'INPUT': purge => true, ignore => ['web'] }", before: RULES },
  'wall: chains generate under noop' => { apply: "wallchain { 'INPUT': purge => true }", before: RULES, options: %w[--noop --verbose] },
  'wall: a chain is required' => { apply: "wall { '005 new': chain => 'NEW' } wallchain { 'NEW': policy => 'drop' }", before: RULES, options: %w[--debug] },
  'wall: purge' => { apply: "wall { '001 ssh': dport => 22 } resources { 'wall': purge => true }", before: RULES }
}
