# Types of the older kind, which the installed Puppet runs.
DRAWERS = {
  'drawers/pens.json' => %({"colour":"green","depth":80,"content":["pen","cap"]}),
  'drawers/tea.json' => %({"colour":"light","depth":120})
}.freeze

{
  'list' => { run: %w[resource drawer], before: DRAWERS },
  'list nothing' => { run: %w[resource drawer] },
  'one' => { run: %w[resource drawer pens], before: DRAWERS },
  'one that is missing' => { run: %w[resource drawer socks], before: DRAWERS },
  'one as yaml' => { run: %w[resource drawer tea --to_yaml], before: DRAWERS },
  'set' => { run: %w[resource drawer tea depth=90], before: DRAWERS },
  'set to absent' => { run: %w[resource drawer tea ensure=absent], before: DRAWERS },
  'set a wrong value' => { run: %w[resource drawer tea colour=pink], before: DRAWERS },
  'new' => { apply: "drawer { 'Socks': depth => '70', content => ['b', 'a'] }", twice: true },
  'changes' => { apply: "drawer { 'pens': colour => crimson, depth => 90, content => ['pen', 'ink'] }", before: DRAWERS, twice: true },
  'in any order' => { apply: "drawer { 'pens': content => ['cap', 'pen'] }", before: DRAWERS },
  'gone' => { apply: "drawer { ['pens', 'none']: ensure => absent }", before: DRAWERS, twice: true },
  'noop' => { apply: "drawer { 'pens': depth => 90 } drawer { 'new': } drawer { 'tea': ensure => absent }", before: DRAWERS, options: %w[--noop --detailed-exitcodes] },
  'a value that is refused' => { apply: "drawer { 'pens': colour => 'pink' }", before: DRAWERS },
  'a name that is refused' => { apply: "drawer { 'a/b': }" },
  'a number that is none' => { apply: "drawer { 'pens': depth => 'deep' }", before: DRAWERS },
  'attributes that do not fit' => { apply: "drawer { 'pens': colour => red, key => 'tea' }", before: DRAWERS },
  'an attribute that is not known' => { apply: "drawer { 'pens': smell => 'ink' }", before: DRAWERS },
  'a failure to create' => { apply: "drawer { 'full': } drawer { 'next': require => Drawer['full'] } drawer { 'other': }" },
  'one property fails' => { apply: "drawer { 'pens': depth => 91, stuck => 'no', colour => 'lightblue' }", before: DRAWERS },
  'automatic relations' => { apply: "drawer { 'a': key => 'b' } drawer { 'b': } notify { 'opens b': }", options: %w[] },
  'a cycle of automatic relations' => { apply: "drawer { 'a': key => 'b' } drawer { 'b': require => Drawer['a'] }", options: %w[] },
  'refreshed' => { apply: "drawer { 'a': } ~> drawer { 'pens': }", before: DRAWERS },
  'refreshed by a native one' => { apply: "file { '%D/x': content => 'x', notify => Drawer['pens'] } drawer { 'pens': }", before: DRAWERS, twice: true },
  'notifies a native one' => { apply: "drawer { 'pens': depth => 1 } ~> exec { '/bin/echo told': refreshonly => true, logoutput => true }", before: DRAWERS, twice: true },
  'brings others along' => { apply: "drawer { 'a': brings => ['c', 'd'] }", twice: true },
  'a secret' => { apply: "drawer { 'pens': secret => Sensitive('k9-hidden') }", before: DRAWERS, options: [] },
  'audit' => { apply: "drawer { 'pens': audit => 'depth' }", before: DRAWERS },
  'tags' => { apply: "drawer { 'a': tag => 'x' } drawer { 'b': }", options: %w[--tags x] },
  'the provider is named' => { apply: "drawer { 'a': provider => file }" },
  'a provider that cannot be used' => { apply: "drawer { 'a': provider => nowhere }" },
  'a provider that is not there' => { apply: "drawer { 'a': provider => cloud }" },
  'titles and names' => { apply: "drawer { 'The Pens': name => 'pens', depth => 5 }", before: DRAWERS },
  'all purged' => { apply: "resources { 'drawer': purge => true } drawer { 'tea': }", before: DRAWERS, options: %w[] },
  'aliases' => { apply: "drawer { 'x': alias => 'y' } notify { 'z': require => Drawer['y'] }", options: %w[] }
}
