# What providers and definitions do wrong.
cases = {}
%w[raise raise_error raise_resource_error raise_dev_error raise_own raise_empty raise_with_cause raise_with_original no_method no_constant zero type_error key_error arguments json file frozen timeout throw missing_gem exit exit_in_block abort script_error stack eval print system spawn fork stdin close chdir redefine thread].each do |fault|
  cases["set: #{fault.tr('_', ' ')}"] = { apply: "faulty { '#{fault}': } notify { 'after': }" }
end
%w[raise no_method missing_gem exit raise_with_cause raise_with_original].each do |fault|
  cases["set with trace: #{fault.tr('_', ' ')}"] = { apply: "faulty { '#{fault}': }", options: %w[--trace] }
end
%w[raise raise_error raise_resource_error raise_dev_error raise_own raise_empty raise_with_cause raise_with_original no_method no_constant zero type_error key_error arguments json file frozen timeout throw missing_gem exit exit_in_block abort script_error stack eval print system spawn fork stdin close chdir redefine thread nil hash string strings string_keys no_name wrong_type wrong_name unknown symbol duplicates lazy enumerator title binary].each do |fault|
  cases["list: #{fault.tr('_', ' ')}"] = { run: %w[resource faulty], before: { 'fault' => fault } }
end
%w[raise missing_gem nil hash string strings string_keys no_name wrong_type wrong_name unknown symbol duplicates lazy title].each do |fault|
  cases["get: #{fault.tr('_', ' ')}"] = { apply: "faulty { 'a': done => true } faulty { 'n1': done => true } notify { 'after': }", before: { 'fault' => fault } }
end
%w[missing syntax class empty gem raises constant initialize without_get without_set arguments noop canonicalize no_canonicalize optional mutates].each do |provider|
  cases["provider: #{provider.tr('_', ' ')}, list"] = { run: ['resource', "provider_#{provider}"] }
  cases["provider: #{provider.tr('_', ' ')}, apply"] = { apply: "provider_#{provider} { 'a': value => 'v' } notify { 'after': }" }
end
cases['provider: mutates, by resource'] = { run: %w[resource provider_mutates a value=y] }
cases['provider: gem, trace'] = { apply: "provider_gem { 'a': }", options: %w[--trace] }
%w[bad_attribute bad_attributes bad_behaviour bad_behaviour_text bad_both_behaviours bad_default bad_docs bad_ensure bad_features bad_method bad_nil bad_no_docs bad_no_type bad_not_a_hash bad_nothing bad_notify bad_other_name bad_patterns bad_raise bad_require bad_syntax bad_title bad_trigger bad_type_enum bad_type_integer bad_type_syntax bad_type_unknown bad_type_word bad_without_name good_optional_ensure good_symbol_name].each do |type|
  cases["definition: #{type.tr('_', ' ')}, list"] = { run: ['resource', type] }
  cases["definition: #{type.tr('_', ' ')}, apply"] = { apply: "#{type} { 'a': } notify { 'after': }" }
end
cases['definition: bad type unknown, value'] = { apply: "bad_type_unknown { 'a': value => 'x' }" }
cases['dependencies of what fails'] = { apply: "faulty { 'raise': } -> notify { 'dependent': } notify { 'free': }" }
cases['two that fail'] = { apply: "faulty { ['raise', 'no_method']: }" }
cases
