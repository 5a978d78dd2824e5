A = { 'name' => 'a', 'ensure' => 'present', 'text' => 'old', 'size' => 1 }.freeze
B = { 'name' => 'b', 'ensure' => 'present', 'text' => 'old', 'size' => 1 }.freeze
{
  'a note is created, and a second run changes nothing' => {
    manifest: "note { 'a': text => 'x' }", runs: [[], :as_it_is]
  },
  'two properties are two events' => {
    manifest: "note { 'a': text => 'new', size => 2, notify => Bell['b'] } bell { 'b': }", runs: [[A]]
  },
  'containers are run through in order' => {
    manifest: "class x { note { 'a': } y { 'q': } } define y { note { \"in-${title}\": } } class z { note { 'z': } } include z include x Class['x'] -> Class['z']",
  },
  'stages come one after another' => {
    manifest: "stage { 'pre': before => Stage['main'] } class p { note { 'p': } } note { 'm': } class { 'p': stage => pre }",
  },
  'a class refreshes a class' => {
    manifest: "class x { note { 'a': } } class y { bell { 'b': } bell { 'c': } } include x include y Class['x'] ~> Class['y']",
  },
  'a failure skips what depends on it' => {
    manifest: "class x { note { 'a': fails => true } note { 'a2': } } class y { note { 'b': } note { 'c': } } include x include y Class['x'] -> Class['y'] note { 'free': }",
  },
  'failed dependencies are merged' => {
    manifest: "class x { note { 'a': fails => true } } class y { note { 'b': } note { 'c': } } include x include y Class['x'] -> Class['y']",
    options: ['--merge_dependency_warnings'],
  },
  'a skipped resource drops its events' => {
    manifest: "note { 'a': notify => Bell['b'] } note { 'bad': fails => true, before => Bell['b'] } bell { 'b': }",
  },
  'a refresh fails' => {
    manifest: "note { 'a': } ~> bell { 'b': fails => true } -> note { 'c': }",
  },
  'a failed resource is refreshed nevertheless' => {
    manifest: "note { 'a': } ~> bell { 'b': } note { 'bad': fails => true, notify => Bell['b'] }",
  },
  'nothing is changed under noop' => {
    manifest: "note { 'a': text => 'new', size => 2 } ~> bell { 'b': } note { 'c': }", options: ['--noop'], runs: [[A]]
  },
  'a resource can be noop on its own' => {
    manifest: "note { 'a': noop => true } ~> bell { 'b': } note { 'c': } ~> bell { 'd': noop => true }",
  },
  'a resource can opt out of noop' => {
    manifest: "note { 'a': noop => false } ~> bell { 'b': }", options: ['--noop']
  },
  'noop inside a class' => {
    manifest: "class x { note { 'a': noop => true } note { 'c': } } class y { bell { 'b': } } include x include y Class['x'] ~> Class['y']",
  },
  'only what is tagged has its turn' => {
    manifest: "note { 'a': tag => 'foo' } note { 'b': } class bar { bell { 'c': } } include bar", options: ['--tags', 'foo,bar']
  },
  'what has a skip tag has no turn' => {
    manifest: "note { 'a': tag => 'foo', notify => Bell['b'] } bell { 'b': }", options: ['--skip_tags', 'foo']
  },
  'an audit' => {
    manifest: "note { 'a': audit => [text, size] }", runs: [[A], [A], [A.merge('text' => 'else')]]
  },
  'an audit of everything' => {
    manifest: "note { 'a': audit => all, text => 'new' }", runs: [[A], [A], [A.merge('text' => 'else')]]
  },
  'an audit of what cannot be audited' => { manifest: "note { 'a': audit => nothing }" },
  'log levels' => {
    manifest: "note { 'a': loglevel => err } note { 'b': loglevel => verbose } note { 'c': loglevel => debug }",
  },
  'an unknown log level' => { manifest: "note { 'a': loglevel => bogus }" },
  'an unknown schedule' => { manifest: "note { 'a': schedule => nosuch }" },
  'a schedule that never comes' => { manifest: "schedule { 'no': period => never } note { 'a': schedule => no }" },
  'a daily schedule' => { manifest: "schedule { 'day': period => daily } note { 'a': schedule => day }", runs: [[], []] },
  'a wrong schedule' => { manifest: "schedule { 'day': period => yearly }" },
  'a purge' => {
    manifest: "resources { 'note': purge => true } note { 'a': text => 'old' }", runs: [[A, B, B.merge('name' => 'c')]]
  },
  'a purge under noop' => {
    manifest: "resources { 'note': purge => true, noop => true } note { 'a': text => 'old' }", runs: [[A, B]]
  },
  'a purge of what cannot be listed' => {
    manifest: "resources { 'note': purge => true } note { 'a': }", broken: true, runs: [[A, B]]
  },
  'a purge of an unknown type' => { manifest: "resources { 'nosuch': purge => true }" },
  'a purge of what is not ensurable' => { manifest: "resources { 'bell': purge => true }" },
  'what cannot be read fails' => { manifest: "note { 'a': } note { 'b': } -> bell { 'c': }", broken: true },
  'every turn is traced' => { manifest: "class x { note { 'a': } } include x", options: ['--evaltrace'] },
  'a cycle' => { manifest: "note { 'a': require => Note['b'] } note { 'b': require => Note['a'] }" },
  'a relation to nothing' => {
    manifest: "note { 'a': }", change: ->(c) { c['resources'].last['parameters'] = { 'require' => 'Note[nosuch]' } }
  },
  'a notify to nothing' => {
    manifest: "note { 'a': }", change: ->(c) { c['resources'].last['parameters'] = { 'notify' => ['Bell[nosuch]'] } }
  },
  'a type that nobody knows' => {
    manifest: "note { 'a': }", change: ->(c) { c['resources'].last['type'] = 'Nosuch'; c['edges'].each { |e| e['target'].sub!('Note', 'Nosuch') } }
  },
  'a defined type that nobody knows' => {
    manifest: "define foo { note { 'a': } } foo { 'x': }"
  },
  'a wrong value' => { manifest: "note { 'ok': } note { 'a': size => 'large' }" },
  'an unknown attribute' => {
    manifest: "note { 'a': }", change: ->(c) { c['resources'].last['parameters'] = { 'bogus' => 1 } }
  },
  'two resources with one name' => {
    manifest: "note { 'a': } note { 'b': }", change: ->(c) { c['resources'].last['parameters'] = { 'name' => 'a' } }
  },
  'an alias' => {
    manifest: "note { 'a': alias => 'z' } note { 'b': }",
    change: ->(c) { c['resources'].find { |r| r['title'] == 'a' }['parameters']['require'] = 'Note[y]'; c['resources'].last['parameters'] = { 'alias' => 'y' } }
  },
  'an alias that is taken' => {
    manifest: "note { 'a': } note { 'b': }", change: ->(c) { c['resources'].last['parameters'] = { 'alias' => 'a' } }
  },
  'an exported resource' => {
    manifest: "note { 'a': } note { 'b': }", change: ->(c) { c['resources'].last['exported'] = true }
  },
  'a secret' => { manifest: "note { 'a': text => Sensitive('hush'), secret => 'quiet' }", runs: [[A]] },
  'an alias of a relation to a container' => {
    manifest: "class x { note { 'a': } } include x note { 'b': require => Class['x'] } define d { note { \"d-${title}\": } } d { 'q': subscribe => Note['b'] } bell { 'l': subscribe => D['q'] }",
  },
  'noop on a container' => {
    manifest: "class x { note { 'a': } } class { 'x': noop => true } bell { 'b': subscribe => Class['x'] }",
  },
  'an unmanaged ensure' => { manifest: "note { 'a': ensure => absent, notify => Bell['b'] } bell { 'b': }", runs: [[A]] },
}
