# One type for each feature of the API.
FILTERED = { 'filtered.json' => %([{"name":"a","ensure":"present","value":"x"},{"name":"b","ensure":"present"}]\n) }.freeze
MEMBERS = { 'members.json' => %([{"name":"m","ensure":"present","some_array":["a","b"]}]\n) }.freeze
PLAIN = { 'plain.json' => %([{"name":"p","number":1,"float":1.5,"flag":true,"either":"true","pair":["a",1],"struct":{"a":1},"hash":{"k":{"l":[1,2]}},"once":"first","secret":"0ld","hushed":"quiet","found":"here"}]\n) }.freeze
CANONICAL = { 'canonical.json' => %([{"name":"a","ensure":"present","value":"x","level":"low"}]\n) }.freeze
cases = {}
%w[levels titles blocks failing failing_block reset processing processing_failed processing_many actions failed attribute_changed attribute_changed_inside attribute_changed_many log_exception log_exception_traced type check_schema check_schema_without_name feature_support device transport no_block nested unknown secret encodings odd_objects].each { |talk| cases["say: #{talk.tr('_', ' ')}"] = { apply: "talker { '#{talk}': }", options: %w[--debug --detailed-exitcodes] } }
cases['say: failing block with trace'] = { apply: "talker { 'failing_block': }", options: %w[--trace] }
cases['say: check schema with strict warning'] = { apply: "talker { 'check_schema': }", strict: 'warning' }
cases['say: check schema with strict off'] = { apply: "talker { 'check_schema': }", strict: 'off', options: %w[--debug] }
cases['say: by resource'] = { run: %w[resource talker levels said=true --debug] }
%w[nil true false pair true\ pair nil\ pair empty\ message empty symbol\ message string number string\ pair raise].each do |answer|
  cases["insync: answers #{answer}"] = { apply: "members { 'm': answer => '#{answer}' }", before: MEMBERS }
end
cases.merge(
  'insync: in another order' => { apply: "members { 'm': some_array => ['b', 'a'], force => true }", before: MEMBERS },
  'insync: a subset' => { apply: "members { 'm': some_array => ['b'] }", before: MEMBERS },
  'insync: missing members' => { apply: "members { 'm': some_array => ['b', 'c'] }", before: MEMBERS },
  'insync: missing members under noop' => { apply: "members { 'm': some_array => ['b', 'c'] }", before: MEMBERS, options: %w[--noop] },
  'insync: forced' => { apply: "members { 'm': some_array => ['b'], force => true }", before: MEMBERS, options: %w[--debug] },
  'insync: new' => { apply: "members { 'n': some_array => ['b'] }", before: MEMBERS, twice: true },
  'insync: trigger' => { apply: "hidden_trigger { 'example': }" },
  'insync: trigger forced' => { apply: "hidden_trigger { 'example': force => true }" },
  'insync: trigger with a message' => { apply: "hidden_trigger { 'example': force => 'message' }" },
  'insync: trigger with nil' => { apply: "hidden_trigger { 'example': force => 'nil' }" },
  'insync: trigger listed' => { run: %w[resource hidden_trigger] },
  'insync: trigger given' => { apply: "hidden_trigger { 'example': rsapi_custom_insync_trigger => 'x' }" },
  'insync: no method' => { apply: "no_insync { 'a': value => 'y' }" },

  'filter: list' => { run: %w[resource filtered], before: FILTERED },
  'filter: one' => { run: %w[resource filtered a], before: FILTERED },
  'filter: missing' => { run: %w[resource filtered c], before: FILTERED },
  'filter: set' => { run: %w[resource filtered a value=y], before: FILTERED },
  'filter: apply' => { apply: "filtered { 'a': value => 'y' } filtered { 'b': } filtered { 'c': }", before: FILTERED },
  'filter: purge' => { apply: "filtered { 'a': } resources { 'filtered': purge => true }", before: FILTERED },

  'noop: apply' => { apply: "dryrun { 'a': value => 'x' }", twice: true },
  'noop: apply under noop' => { apply: "dryrun { 'a': value => 'x' }", options: %w[--noop] },
  'noop: one resource under noop' => { apply: "dryrun { 'a': noop => true } dryrun { 'b': }" },

  'plain: list' => { run: %w[resource plain], before: PLAIN },
  'plain: as yaml' => { run: %w[resource plain p --to_yaml], before: PLAIN.transform_values { |text| text.sub(/"secret":"0ld",/, '') } },
  'plain: missing' => { run: %w[resource plain q], before: PLAIN },
  'plain: set' => { run: %w[resource plain p number=5 either=true flag=false float=2.5], before: PLAIN },
  'plain: set hex' => { run: %w[resource plain p number=0x1F either=010], before: PLAIN },
  'plain: set a secret' => { run: %w[resource plain p secret=x], before: PLAIN },
  'plain: in sync' => { apply: "plain { 'p': number => 1, float => 1.5, flag => true, either => true, pair => ['a', 1], struct => { 'a' => 1 }, hash => { 'k' => { 'l' => [1, 2] } }, once => 'first', must => 'm' }", before: PLAIN },
  'plain: all changes' => { apply: "plain { 'p': number => 2, float => 2.5, flag => false, either => 7, pair => ['b', 2], struct => { 'a' => 2, 'b' => 'x' }, hash => { 'k' => { 'l' => [1, { 'm' => undef }] }, 'e' => {} }, hushed => 'new' }", before: PLAIN, twice: true },
  'plain: a secret changes' => { apply: "plain { 'p': secret => Sensitive('n3w') }", before: PLAIN, twice: true },
  'plain: a secret changes with debug' => { apply: "plain { 'p': secret => Sensitive('n3w') }", before: PLAIN, options: %w[--debug] },
  'plain: a secret changes under noop' => { apply: "plain { 'p': secret => Sensitive('n3w') }", before: PLAIN, options: %w[--noop] },
  'plain: a secret that is none' => { apply: "plain { 'p': secret => 'n3w' }", before: PLAIN },
  'plain: a text that is secret' => { apply: "plain { 'p': hushed => Sensitive('n3w') }", before: PLAIN },
  'plain: a hushed value of a wrong type' => { run: %w[resource plain], before: { 'plain.json' => %([{"name":"p","hushed":12345}]\n) } },
  'plain: init only' => { apply: "plain { 'p': once => 'second' }", before: PLAIN },
  'plain: wrong values' => { apply: "plain { 'p': struct => { 'b' => 1 } }", before: PLAIN },
  'plain: a wrong tuple' => { apply: "plain { 'p': pair => ['a'] }", before: PLAIN },
  'plain: a new one' => { apply: "plain { 'q': number => 1 }", before: PLAIN, twice: true },
  'plain: purge' => { apply: "resources { 'plain': purge => true }", before: PLAIN },

  'relations: files and others' => { apply: "related { 'a': file => ['%D/x', '%D/y'], value => 'named' } file { '%D/x': content => 'x' } notify { ['constant', 'named', 'subscribed']: } exec { 'told': command => '/bin/true', refreshonly => true }", options: %w[--debug] },
  'relations: before' => { apply: "related { 'z': before_it => ['a', 'none'] } related { 'a': value => 'v' }", options: %w[--debug] },
  'relations: the other way round' => { apply: "related { 'a': file => '%D/x' } -> file { '%D/x': content => 'x' }", options: %w[--debug] },
  'relations: an unknown attribute' => { apply: "unrelated { 'a': }" },

  'canonical: list' => { run: %w[resource canonical], before: CANONICAL },
  'canonical: one' => { run: %w[resource canonical A], before: CANONICAL },
  'canonical: set' => { run: %w[resource canonical A value=Y], before: CANONICAL },
  'canonical: apply' => { apply: "canonical { 'A': value => 'Y', level => 'low' }", before: CANONICAL },
  'canonical: in sync' => { apply: "canonical { 'A': value => 'X', level => 'Low' }", before: CANONICAL },
  'canonical: a default' => { apply: "canonical { 'a': }", before: CANONICAL, twice: true },
  'canonical: metaparameters' => { apply: "canonical { 'A': value => 'X', level => 'low', tag => ['T'], noop => false }", before: CANONICAL },
  'canonical: get is not canonical' => { apply: "canonical { 'a': value => 'x' }", before: { 'canonical.json' => %([{"name":"a","ensure":"present","value":"X","level":"low"}]\n) } },
  'canonical: get is not canonical, strict warning' => { apply: "canonical { 'a': value => 'x', level => 'low' }", strict: 'warning', before: { 'canonical.json' => %([{"name":"a","ensure":"present","value":"X","level":"low"}]\n) } },
  'canonical: two in order' => { apply: "canonical { 'B': value => 'Y', level => 'low' } canonical { 'A': value => 'x', level => 'low' }", before: CANONICAL },

  'mandatory: a parameter' => { apply: "mandatory { 'a': ensure => present }" },
  'mandatory: properties' => { apply: "mandatory { 'a': ensure => present, three => 'x' }" },
  'mandatory: absent' => { apply: "mandatory { 'a': ensure => absent, three => 'x' }" },
  'mandatory: no ensure' => { apply: "mandatory { 'there': one => 'x', three => 'x' }" },
  'mandatory: by resource' => { run: %w[resource mandatory a ensure=present three=x] },
  'mandatory: a parameter by resource' => { run: %w[resource mandatory a ensure=present] },
  'mandatory: list' => { run: %w[resource mandatory] },
  'mandatory: nothing implemented' => { apply: "mandatory { 'a': ensure => present, one => 'x', two => 2, three => 'x' } mandatory { 'there': ensure => absent, three => 'x' }" },
  'mandatory: update not implemented' => { apply: "mandatory { 'there': ensure => present, one => 'y', two => 2, three => 'x' }" }
)
