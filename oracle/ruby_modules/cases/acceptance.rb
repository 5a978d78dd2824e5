# In the manner of the acceptance tests that the gem has itself: its commands, its kinds of types.
COMMON_ARGUMENTS = %w[--verbose --trace --debug].freeze
resource = ->(*words, **more) { { run: ['resource', *COMMON_ARGUMENTS, *words], **more } }
apply = ->(manifest, *options, **more) { { apply: manifest, options: [*COMMON_ARGUMENTS, *options], **more } }
ACCEPTED = {
  'device.conf' => <<~CONF,
    [the_node]
    type test_device
    url file://%D/credentials.conf
    [sensitive_node]
    type test_device_sensitive
    url file://%D/secrets.conf
    [default_node]
    type test_device_default
    url file://%D/defaults.conf
    [broken_node]
    type test_device_default
    url file://%D/broken.conf
    [unknown_node]
    type test_device_unknown
    url file://%D/defaults.conf
  CONF
  'credentials.conf' => "{}\n",
  'secrets.conf' => %({ username: foo, secret_string: s3cret-string, optional_secret: s3cret-option, array_secret: [s3cret-array] }\n),
  'defaults.conf' => "username: foo\n",
  'broken.conf' => %(username: foo\nport: "ssh"\nextra: 1\n),
  'some.pp' => %(device_provider { "foo": ensure => "present", string => "x" }\n),
  'same.pp' => %(device_provider { "wibble": string => "sample", boolean => true, integer => 7, float => 2.5, variant_pattern => '0x1234ABCD', url => 'https://example.com' }\n),
  'gone.pp' => %(device_provider { "wibble": ensure => absent }\n)
}.freeze
device = ->(*words, **more) { { device: [*COMMON_ARGUMENTS, *words], before: ACCEPTED, **more } }
{
  'multiple namevars: list' => resource['multiple_namevar'],
  'multiple namevars: by title' => resource['multiple_namevar', 'php-yum'],
  'multiple namevars: by parts' => resource['multiple_namevar', 'whatever', 'package=php', 'manager=yum'],
  'multiple namevars: one part' => resource['multiple_namevar', 'php', 'manager=gem'],
  'multiple namevars: part missing' => resource['multiple_namevar', 'php'],
  'multiple namevars: not there' => resource['multiple_namevar', 'php123-yum'],
  'multiple namevars: remove' => resource['multiple_namevar', 'php-yum', 'ensure=absent'],
  'multiple namevars: create' => resource['multiple_namevar', 'php123-yum', 'ensure=present'],
  'multiple namevars: apply same' => apply["multiple_namevar { 'php-gem': }", '--detailed-exitcodes'],
  'multiple namevars: apply parts' => apply["multiple_namevar { 'a': package => 'mysql', manager => 'yum', ensure => absent }", '--detailed-exitcodes'],
  'multiple namevars: apply new' => apply["multiple_namevar { 'php1-gem': } multiple_namevar { 'nginx': manager => 'gem' }", '--detailed-exitcodes'],
  'multiple namevars: same thing twice' => { apply: "multiple_namevar { 'php-gem': } multiple_namevar { 'b': package => 'php', manager => 'gem' }", options: %w[--verbose --debug] },
  'multiple namevars: purge' => apply["multiple_namevar { 'php-gem': } resources { 'multiple_namevar': purge => true }", '--detailed-exitcodes'],
  'multiple namevars: as yaml' => resource['multiple_namevar', '--to_yaml'],

  'composite: list' => resource['composite_namevar'],
  'composite: by title' => resource['composite_namevar', 'php/gem'],
  'composite: update' => resource['composite_namevar', 'php/gem', 'value=z'],
  'composite: remove' => resource['composite_namevar', 'php/gem', 'ensure=absent'],
  'composite: create' => resource['composite_namevar', 'php123/gem', 'value=new'],
  'composite: apply' => apply["composite_namevar { 'php/gem': value => 'c' } composite_namevar { 'sometitle': package => 'mysql', manager => 'gem', ensure => absent } composite_namevar { 'x': manager => 'y', package => 'z', value => 'w' }", '--detailed-exitcodes'],
  'composite: apply noop' => apply["composite_namevar { 'php/gem': value => 'c' } composite_namevar { 'new/gem': value => 'c' }", '--noop', '--detailed-exitcodes'],

  'title: list' => resource['title_provider'],
  'title: by title' => resource['title_provider', 'foo-bar'],
  'title: by name' => resource['title_provider', 'foo', 'manager=baz'],
  'title: apply' => apply["title_provider { 'foo-bar': } title_provider { 'foo-baz': } title_provider { 'foo-new': ensure => absent }", '--detailed-exitcodes'],

  'bool: list' => resource['test_bool'],
  'bool: one' => resource['test_bool', 'foo'],
  'bool: true' => resource['test_bool', 'bar', 'ensure=present', 'test_bool=true'],
  'bool: false' => resource['test_bool', 'foo', 'ensure=present', 'test_bool=false'],
  'bool: same' => resource['test_bool', 'foo', 'ensure=present', 'test_bool=true'],
  'bool: parameter' => resource['test_bool', 'foo', 'ensure=present', 'test_bool=true', 'test_bool_param=false'],
  'bool: wrong' => resource['test_bool', 'foo', 'ensure=present', 'test_bool=flase'],
  'bool: wrong parameter' => resource['test_bool', 'foo', 'ensure=present', 'test_bool_param=maybe'],
  'bool: variant word' => resource['test_bool', 'bar', 'variant_bool=auto'],
  'bool: variant true' => resource['test_bool', 'foo', 'variant_bool=true'],
  'bool: apply' => apply["test_bool { 'foo': test_bool => false, test_bool_param => true } test_bool { 'bar': test_bool => false, test_bool_param => true, variant_bool => auto } test_bool { 'new': test_bool => true, test_bool_param => false }", '--detailed-exitcodes'],
  'bool: apply text' => apply["test_bool { 'foo': test_bool => 'true', test_bool_param => true }", '--detailed-exitcodes'],

  'array: list' => resource['test_array'],
  'array: one' => resource['test_array', 'foo'],
  'array: single value' => resource['test_array', 'foo', 'some_array=bar'],
  'array: several values' => resource['test_array', 'foo', 'some_array=["a", "b"]'],
  'array: apply same' => apply["test_array { 'foo': some_array => [a, b, c], variant_array => 'not array', array_of_arrays => [[a, b, c], [d, e, f]], array_from_hell => ['a', ['b', 'c'], 'd'] }", '--detailed-exitcodes'],
  'array: apply changes' => apply["test_array { 'foo': some_array => [c, a, b], variant_array => ['is', 'array'], array_of_arrays => [[a]], array_from_hell => ['a'] } test_array { 'bar': some_array => ['x'], variant_array => 'x' }", '--detailed-exitcodes'],
  'array: apply scalar' => apply["test_array { 'foo': some_array => 'a' }", '--detailed-exitcodes'],
  'array: apply empty' => apply["test_array { 'foo': some_array => [] } test_array { 'bar': some_array => [], variant_array => [] }", '--detailed-exitcodes'],

  'autorequire: by parameter' => apply["test_autorequire { 'a': target => 'b' } test_autorequire { 'b': }", '--detailed-exitcodes'],
  'autorequire: fixed and by name' => apply["test_autorequire { 'a': } notify { 'one': } notify { 'a': }", '--detailed-exitcodes'],
  'autorequire: circle' => apply["test_autorequire { 'a': target => 'b' } test_autorequire { 'b': target => 'a' }", '--detailed-exitcodes'],
  'autorequire: itself' => apply["test_autorequire { 'a': target => 'a' }", '--detailed-exitcodes'],
  'autorequire: nothing there' => apply["test_autorequire { 'a': target => 'zzz' }", '--detailed-exitcodes'],
  'autorequire: against an explicit order' => apply["test_autorequire { 'a': target => 'b' } -> test_autorequire { 'b': }", '--detailed-exitcodes'],

  'sensitive: list' => resource['test_sensitive'],
  'sensitive: one' => resource['test_sensitive', 'bar'],
  'sensitive: create' => apply["test_sensitive { 'new': secret => Sensitive('foo'), optional_secret => Sensitive('optional foo') }", '--detailed-exitcodes'],
  'sensitive: update' => apply["test_sensitive { 'bar': secret => Sensitive('foo'), optional_secret => Sensitive('optional foo'), array_secret => [Sensitive('array foo')] }", '--detailed-exitcodes'],
  'sensitive: variants' => apply["test_sensitive { 'bar': secret => Sensitive('barsecret'), variant_secret => 'plain', array_variant_secret => ['a', Sensitive('b')] }", '--detailed-exitcodes'],
  'sensitive: hash' => apply["test_sensitive { 'bar': secret => Sensitive('barsecret'), hash_secret => { 'k' => Sensitive('v') } }", '--detailed-exitcodes'],
  'sensitive: plain text' => apply["test_sensitive { 'bar': secret => 'plain' }", '--detailed-exitcodes'],
  'sensitive: wrong inside' => apply["test_sensitive { 'bar': secret => Sensitive(5) }", '--detailed-exitcodes'],
  'sensitive: same' => apply["test_sensitive { 'foo': secret => Sensitive('foosecret') }", '--detailed-exitcodes'],
  'sensitive: noop' => apply["test_sensitive { 'foo': secret => Sensitive('other') }", '--noop', '--detailed-exitcodes'],

  'noop: list' => resource['test_noop_support'],
  'noop: with noop' => apply["test_noop_support { 'foo': } test_noop_support { 'bar': }", '--noop', '--detailed-exitcodes'],
  'noop: without' => apply["test_noop_support { 'foo': } test_noop_support { 'bar': ensure => absent }", '--detailed-exitcodes'],
  'noop: metaparameter' => apply["test_noop_support { 'foo': noop => true } test_noop_support { 'bar': ensure => absent, noop => false }", '--noop', '--detailed-exitcodes'],

  'filter: list' => resource['test_simple_get_filter'],
  'filter: one' => resource['test_simple_get_filter', 'foo'],
  'filter: one that is gone' => resource['test_simple_get_filter', 'gone'],
  'filter: apply' => apply["test_simple_get_filter { 'foo': } test_simple_get_filter { 'gone': test_string => 'x' } test_simple_get_filter { 'bar': ensure => absent }", '--detailed-exitcodes'],
  'filter: purge' => apply["test_simple_get_filter { 'wibble': } resources { 'test_simple_get_filter': purge => true }", '--detailed-exitcodes'],

  'validation: list' => resource['test_validation'],
  'validation: one' => resource['test_validation', 'foo'],
  'validation: new one' => resource['test_validation', 'new', 'ensure=present', 'prop=3', 'param=3'],
  'validation: without parameter' => resource['test_validation', 'foo', 'ensure=present', 'prop=3'],
  'validation: without property' => resource['test_validation', 'foo', 'ensure=present', 'param=3'],
  'validation: read only' => resource['test_validation', 'foo', 'ensure=present', 'param=3', 'prop=2', 'prop_ro=3'],
  'validation: unknown attribute' => resource['test_validation', 'foo', 'ensure=present', 'param=3', 'prop=2', 'nothing=3'],
  'validation: wrong type' => resource['test_validation', 'foo', 'ensure=present', 'param=3', 'prop=a'],
  'validation: absent' => resource['test_validation', 'foo', 'ensure=absent', 'param=3'],
  'validation: init only same' => resource['test_validation', 'foo', 'param=3', 'prop=2', 'init=begun'],
  'validation: init only other' => resource['test_validation', 'foo', 'param=3', 'prop=2', 'init=other'],
  'validation: apply' => apply["test_validation { 'foo': prop => 3, param => 4 } test_validation { 'new': prop => 3, param => 4, init => 'x' }", '--detailed-exitcodes'],
  'validation: apply absent' => apply["test_validation { 'foo': ensure => absent, param => 4 }", '--detailed-exitcodes'],
  'validation: apply without property' => apply["test_validation { 'new': param => 4 }", '--detailed-exitcodes'],
  'validation: apply without parameter' => apply["test_validation { 'foo': prop => 4 }", '--detailed-exitcodes'],
  'validation: apply read only' => apply["test_validation { 'foo': prop => 2, param => 4, prop_ro => 8 }", '--detailed-exitcodes'],
  'validation: apply unknown attribute' => apply["test_validation { 'foo': prop => 2, param => 4, nothing => 8 }", '--detailed-exitcodes'],
  'validation: apply wrong type' => apply["test_validation { 'foo': prop => 'x', param => 4 }", '--detailed-exitcodes'],
  'validation: apply bad ensure' => apply["test_validation { 'foo': ensure => latest, prop => 2, param => 4 }", '--detailed-exitcodes'],
  'validation: no such type' => resource['test_validations'],
  'validation: apply no such type' => { apply: "test_validations { 'foo': }", options: %w[--verbose --debug] },

  'insync: list' => resource['test_custom_insync'],
  'insync: subset' => apply["test_custom_insync { 'example': some_array => ['a'] }", '--detailed-exitcodes'],
  'insync: missing' => apply["test_custom_insync { 'example': some_array => ['a', 'c'] }", '--detailed-exitcodes'],
  'insync: forced' => apply["test_custom_insync { 'example': some_array => ['a'], force => true }", '--detailed-exitcodes'],
  'insync: version' => apply["test_custom_insync { 'example': some_array => ['a'], version => '>= 1.0' }", '--detailed-exitcodes'],
  'insync: higher version' => apply["test_custom_insync { 'example': some_array => ['a'], version => '>= 2.0' }", '--detailed-exitcodes'],
  'insync: letters' => apply["test_custom_insync { 'example': some_array => ['a'], case_insensitive_string => 'fOObAR', case_sensitive_string => 'foobar' }", '--detailed-exitcodes'],
  'insync: absent' => apply["test_custom_insync { 'example': ensure => absent }", '--detailed-exitcodes'],
  'insync: new' => apply["test_custom_insync { 'new': some_array => ['a'], version => '>= 1' }", '--detailed-exitcodes'],
  'insync: noop' => apply["test_custom_insync { 'example': some_array => ['c'] }", '--noop', '--detailed-exitcodes'],

  'report: list' => resource['test_report_resource'],
  'report: as yaml' => resource['test_report_resource', 'one', '--to_yaml'],
  'report: canonical' => apply["test_report_resource { 'one': test_string => 'FIRST', level => low }", '--detailed-exitcodes'],
  'report: change' => apply["test_report_resource { 'one': test_string => 'Second', level => high, tags_of_it => { 'a' => ['c', 'b'] } }", '--detailed-exitcodes'],
  'report: warn' => apply["test_report_resource { 'one': test_string => 'Warn' }", '--detailed-exitcodes'],
  'report: fail' => apply["test_report_resource { 'one': test_string => 'Fail' }", '--detailed-exitcodes'],
  'report: by resource' => resource['test_report_resource', 'one', 'test_string=OTHER', 'level=high'],
  'report: wrong level' => resource['test_report_resource', 'one', 'level=middle'],
  'report: new' => apply["test_report_resource { 'two': test_string => 'x' }", '--detailed-exitcodes'],

  'device: list' => device['--resource', '--target', 'the_node', 'device_provider'],
  'device: one' => device['--resource', '--target', 'the_node', 'device_provider', 'wibble'],
  'device: one that is missing' => device['--resource', '--target', 'the_node', 'device_provider', 'foo'],
  'device: apply' => device['--target', 'the_node', '--apply', '%D/some.pp'],
  'device: apply same' => device['--target', 'the_node', '--apply', '%D/same.pp'],
  'device: apply gone' => device['--target', 'the_node', '--apply', '%D/gone.pp'],
  'device: facts' => device['--target', 'the_node', '--facts'],
  'device: secrets' => device['--resource', '--target', 'sensitive_node', 'device_provider', 'wibble'],
  'device: secrets apply' => device['--target', 'sensitive_node', '--apply', '%D/some.pp'],
  'device: defaults' => device['--resource', '--target', 'default_node', 'device_provider', 'wibble'],
  'device: broken' => device['--resource', '--target', 'broken_node', 'device_provider', 'wibble'],
  'device: unknown kind' => device['--resource', '--target', 'unknown_node', 'device_provider', 'wibble'],
  'device: unknown target' => device['--resource', '--target', 'nobody', 'device_provider', 'wibble'],
  'device: on this machine' => resource['device_provider'],
  'device: applied to this machine' => apply["device_provider { 'foo': }", '--detailed-exitcodes']
}
