# frozen_string_literal: true

# Facts that try what a fact can say. What the real Facter makes of them stands in facts.json.
Facter.add(:s_plain) { setcode { 'x' } }
Facter.add(:s_cmd) { setcode 'echo "  hi  "' }
Facter.add(:s_cmd_missing) { setcode 'nope_nope' }
Facter.add(:s_cmd_empty) { setcode 'true' }
Facter.add(:s_empty) { setcode { '' } }
Facter.add(:s_nil) { setcode { nil } }
Facter.add(:s_hash) { setcode { { a: 1, 'b' => [:x, { c: nil }] } } }
Facter.add(:s_conf) { confine kernel: 'nope'; setcode { 'wrong' } }
Facter.add(:s_conf) { confine kernel: 'linux'; setcode { 'linux' } }
Facter.add(:s_conf) { setcode { 'any' } }
Facter.add(:s_weight) { has_weight 10; setcode { 'heavy' } }
Facter.add(:s_weight) { confine kernel: 'Linux'; setcode { 'light' } }
Facter.add(:s_weight_nil) { has_weight 10; setcode { nil } }
Facter.add(:s_weight_nil) { setcode { 'second' } }
Facter.add(:s_block) { confine { true }; setcode { 'block' } }
Facter.add(:s_block_fact) { confine(:kernel) { |v| v == 'Linux' }; setcode { 'bf' } }
Facter.add(:s_block_case) { confine(:kernel) { |v| v == 'linux' }; setcode { 'lower' } }
Facter.add(:s_array) { confine kernel: %w[Foo Linux]; setcode { 'arr' } }
Facter.add(:s_range) { confine s_num: 1..5; setcode { 'range' } }
Facter.add(:s_num) { setcode { 3 } }
Facter.add(:s_re) { confine kernel: /lin/i; setcode { 're' } }
Facter.add(:s_raise) { setcode { raise 'boom' } }
Facter.add(:s_named, name: 'one') { setcode { raise 'boom2' } }
Facter.add(:s_timeout, timeout: 0.2) { setcode { sleep 3; 1 } }
Facter.add(:s_agg, type: :aggregate) { chunk(:a) { { 'x' => 1 } }; chunk(:b) { { 'y' => { 'z' => [1] } } } }
Facter.add(:s_agg2, type: :aggregate) { chunk(:a) { [1] }; chunk(:b, require: :a) { |a| a + [2] }; aggregate { |c| c[:b].length } }
Facter.add(:s_agg_arr, type: :aggregate) { chunk(:a) { [1] }; chunk(:b) { [2] } }
Facter.add(:s_agg_bad, type: :aggregate) { chunk(:a) { [1] }; chunk(:b) { { 'x' => 1 } } }
Facter.add(:s_dep) { setcode { Facter.value(:s_plain) + Facter.value('s_num').to_s } }
Facter.add(:s_float) { setcode { 1.5 } }
Facter.add(:s_bool) { setcode { false } }
Facter.add(:s_exec) { setcode { Facter::Core::Execution.execute('echo a; echo b') } }
Facter.add(:s_exec_fail) { setcode { Facter::Core::Execution.execute('nope_nope', on_fail: 'dflt') } }
Facter.add(:s_exec_raise) { setcode { Facter::Core::Execution.execute('nope_nope') } }
Facter.add(:s_exec_rc) { setcode { Facter::Core::Execution.execute('echo out; exit 3') } }
Facter.add(:s_same_res, name: :r) { setcode { 'first' } }
Facter.add(:s_same_res, name: :r) { setcode { 'second' } }
Facter.define_fact(:s_defined) { define_resolution('x') { setcode { 'def' } } }
