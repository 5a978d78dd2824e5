# frozen_string_literal: true

# Functions and facts of modules.
require_relative 'driver'

FUNCTIONS = {
  'puppet/functions/fx/one.rb' => <<~RUBY,
    Puppet::Functions.create_function(:'fx::one') do
      dispatch :x do
        param 'String', :a
        optional_param 'Integer', :b
        return_type 'String'
      end
      def x(a, b = 1)
        a == 'bad' ? 5 : "\#{a}\#{b} \#{call_function('upcase', a)} \#{closure_scope['v']} \#{closure_scope.lookupvar('::v')}"
      end
    end
  RUBY
  'puppet/functions/fx/two.rb' => <<~RUBY,
    Puppet::Functions.create_function(:'fx::two') do
      local_types { type 'Small = Integer[0, 9]' }
      dispatch :x do
        param 'String', :a
      end
      dispatch :y do
        param 'Small', :a
        repeated_param 'Integer', :r
        block_param 'Callable[1]', :blk
      end
      argument_mismatch :no do
        param 'Boolean', :a
      end
      def x(a); a; end
      def y(a, *r); [a, r, yield(a)]; end
      def no(a); 'takes no booleans'; end
    end
  RUBY
  'puppet/functions/fx/plain.rb' => <<~RUBY,
    Puppet::Functions.create_function(:'fx::plain') do
      def plain(a, b = 2, *rest, &block); [a, b, rest, block ? block.call(1, 2) : nil]; end
    end
  RUBY
  'puppet/functions/fx/inner.rb' => <<~RUBY,
    Puppet::Functions.create_function(:'fx::inner', Puppet::Functions::InternalFunction) do
      dispatch :x do
        scope_param
        required_repeated_param 'Any', :a
        optional_block_param
      end
      def x(scope, *a); [scope.to_s, a, block_given?, call_function('fx::plain', 7)]; end
    end
  RUBY
  'puppet/functions/fx/raises.rb' => "Puppet::Functions.create_function(:'fx::raises') do\n  def raises; raise ArgumentError, 'mine'; end\nend\n",
  'puppet/functions/fx/broken.rb' => "Puppet::Functions.create_function(:'fx::broken') do\n  def other; end\nend\n",
  'puppet/parser/functions/old_one.rb' => <<~RUBY,
    module Puppet::Parser::Functions
      newfunction(:old_one, :type => :rvalue, :arity => -2, :doc => 'd') do |args|
        raise Puppet::ParseError, 'wrong' if args[0] == 'bad'
        [args, lookupvar('v'), function_upcase(['q']), function_old_two(['r']), call_function('fx::plain', [1]), Puppet::Parser::Functions.function(:nope)]
      end
    end
  RUBY
  'puppet/parser/functions/old_two.rb' => "Puppet::Parser::Functions::newfunction(:old_two, :arity => 1) do |args| notice(\"st \#{args}\"); 9 end\n",
}.freeze

ANSWERS = {
  'runtime.call_function' => ->(params) { { 'value' => "#{params['name']}(#{params['args'].join(',')})" } },
  'runtime.variable' => ->(params) { { 'value' => params['name'] == 'v' ? 'V' : nil } },
  'runtime.call_block' => ->(params) { { 'value' => [params['id'], params['args']] } },
  'runtime.type_check' => lambda do |params|
    wanted = { 'String' => String, 'Integer' => Integer, 'Integer[0, 9]' => Integer, 'Boolean' => [TrueClass, FalseClass] }[params['type']]
    fits = wanted.nil? || Array(wanted).any? { |kind| params['value'].is_a?(kind) }
    article = params['type'].start_with?('I') ? 'an' : 'a'
    fits ? { 'ok' => true } : { 'ok' => false, 'message' => "expects #{article} #{params['type']} value, got #{params['value'].class}" }
  end
}.freeze

def with_functions
  with_host(FUNCTIONS, { answers: ANSWERS }) do |host|
    call = ->(name, *args, **more) { host.call('function.call', { 'name' => name, 'args' => args }.merge(more.transform_keys(&:to_s)))['value'] }
    yield call, host
  end
end

check('a function with typed parameters') do
  with_functions do |call, host|
    equal('a2 upcase(a) V V', call.call('fx::one', 'a', 2))
    equal('a1 upcase(a) V V', call.call('::fx::one', 'a'))
    equal('a', call.call('fx::two', 'a'))
    equal([3, [4, 5], ['b1', [3]]], call.call('fx::two', 3, 4, 5, block: { 'id' => 'b1' }))
    equal([1, 2, [], nil], call.call('fx::plain', 1))
    equal([1, 5, [6], [9, [1, 2]]], call.call('fx::plain', 1, 5, 6, block: { 'id' => 9 }))
    equal(['Scope(Class[main])', [nil], false, [7, 2, [], nil]], call.call('fx::inner', nil))
    equal([5, [], ['b', [5]]], call.call('fx::two', 5, dispatch: 1, block: { 'id' => 'b' }))
    equal([['runtime.call_function', { 'name' => 'upcase', 'args' => ['a'] }]], host.asked.select { |m, _| m == 'runtime.call_function' }.uniq)
  end
end

{
  ['fx::one', 1] => "'fx::one' parameter 'a' expects a String value, got Integer",
  ['fx::one'] => "'fx::one' expects between 1 and 2 arguments, got none",
  ['fx::one', 'a', 2, 3] => "'fx::one' expects between 1 and 2 arguments, got 3",
  ['fx::one', 'bad'] => "value returned from function 'x' has wrong type, expects a String value, got Integer",
  ['fx::two', true] => "'fx::two' takes no booleans",
  ['fx::two', 1] => "The function 'fx::two' was called with arguments it does not accept. It expects one of:\n  (String a)\n    rejected: parameter 'a' expects a String value, got Integer\n  (Small a, Integer r*, Callable[1] blk)\n    rejected: expects a block",
  ['fx::plain'] => "'fx::plain' expects at least 1 argument, got none",
  ['fx::inner'] => "'fx::inner' expects at least 1 argument, got none",
  ['fx::raises'] => 'mine',
  ['fx::nope'] => "Unknown function: 'fx::nope'",
  ['fx::broken'] => "Function Creation Error, cannot create a default dispatcher for function 'fx::broken', no method with this name found",
  ['old_one'] => 'old_one(): Wrong number of arguments given (0 for minimum 1)',
  ['old_one', 'bad'] => 'wrong',
  ['old_two'] => 'old_two(): Wrong number of arguments given (0 for 1)',
}.each do |(name, *arguments), message|
  check("a call that is refused: #{name} #{arguments}") do
    with_functions { |call, _host| fails(message) { call.call(name, *arguments) } }
  end
end

check('a block that nobody expects') do
  with_functions { |call, _host| fails("'fx::one' does not expect a block") { call.call('fx::one', 'a', block: { 'id' => 1 }) } }
end

check('the older form of functions') do
  with_functions do |call, host|
    equal([['a', [nil], ''], 'V', 'upcase(q)', '', [1, 2, [], nil], false], call.call('old_one', 'a', [nil], nil))
    equal(['notice: Scope(Class[main]): st ["r"]'], host.logs)
  end
end

check('parameters in a wrong order are refused when the function is made') do
  with_host('puppet/functions/bad.rb' => "Puppet::Functions.create_function(:bad) do\n dispatch :x do\n optional_param 'Any', :a\n param 'Any', :b\n end\n def x(*); end\nend\n") do |host|
    fails('A required parameter cannot be added after an optional parameter') { host.call('function.call', 'name' => 'bad', 'args' => []) }
  end
end

recorded = JSON.parse(File.read(File.expand_path('facts.json', __dir__)))
facts_file = File.expand_path('facts/shelf.rb', __dir__)
core = ->(params) { { 'value' => params['name'] == 'kernel' ? 'Linux' : nil } }

check('facts of modules have the values that Facter gives them') do
  with_host({}, { answers: { 'runtime.fact' => core } }) do |host|
    found = host.call('facts.collect', 'paths' => [facts_file])
    equal(recorded['facts'].reject { |_name, value| value.nil? }, found['facts'].sort.to_h)
    errors = host.logs.grep(/\Aerr: Facter: /).map { |line| line.sub('err: Facter: ', '') }
    equal(recorded['errors'], errors.sort)
    equal([10, 1], found['weights'].values_at('s_weight', 's_conf'))
  end
end

check('facts of all modules are collected; files that fail do not stop others') do
  files = { 'facter/good.rb' => 'Facter.add(:good) { setcode { 1 } }', 'facter/bad.rb' => 'raise "boo"', 'facter/syntax.rb' => 'x = (',
            'facter/quits.rb' => 'exit 3', 'facter/added.rb' => "Facter.add(:added) { nope }\nFacter.add(:upper_Case) { setcode { { k: :v } } }\nFacter.add(:quit) { setcode { exit 3 } }" }
  with_host(files, { answers: { 'runtime.fact' => core } }) do |host, lib|
    equal({ 'good' => 1, 'upper_case' => { 'k' => 'v' } }, host.call('facts.collect')['facts'])
    lines = host.logs
    equal(true, lines.include?("err: Facter: error while resolving custom facts in #{lib}/facter/bad.rb boo"))
    equal(1, lines.grep(%r{Error loading fact #{lib}/facter/syntax.rb: .*syntax error}).length)
    equal(1, lines.grep(/Unable to add resolve nil for fact added: undefined local variable or method/).length)
    equal(1, lines.grep(/fact='quit', resolution='<anonymous>': exit was called/).length)
    equal({ 'good' => 1 }, host.call('facts.collect', 'names' => ['good'])['facts'])
  end
end

check('a fact of a module is seen by others, and flushed') do
  files = { 'facter/n.rb' => "$count = 0\nFacter.add(:n) { setcode { $count += 1 }; on_flush { $count += 10 } }\nFacter.add(:deep) { setcode { { 'a' => { 'b' => 5 } } } }\n" \
                             "Facter.add(:m) { setcode { [Facter.value('n'), Facter.value('n'), Facter.value('deep.a.b'), Facter.value(:kernel)] } }" }
  with_host(files, { answers: { 'runtime.fact' => core } }) do |host|
    equal([1, 1, 5, 'Linux'], host.call('facts.collect')['facts']['m'])
  end
end
