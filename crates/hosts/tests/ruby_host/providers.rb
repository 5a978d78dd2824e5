# frozen_string_literal: true

# Calls on providers of the Resource API: what they get, and what their answers become.
require_relative 'driver'

def definition(name, features: [], attributes: '', extra: '')
  <<~RUBY
    require 'puppet/resource_api'
    Puppet::ResourceApi.register_type(
      name: '#{name}', desc: 'd', features: #{features.inspect}, #{extra}
      attributes: {
        ensure: { type: 'Enum[present, absent]', desc: 'e', default: 'present' },
        name: { type: 'String', desc: 'n', behaviour: :namevar },
        prop: { type: 'Optional[String]', desc: 'p' }, #{attributes}
      },
    )
  RUBY
end

def files(name, provider, **options)
  camel = name.split('_').map(&:capitalize).join
  { "puppet/type/#{name}.rb" => definition(name, **options),
    "puppet/provider/#{name}/#{name}.rb" => "class Puppet::Provider::#{camel}::#{camel}\n#{provider}\nend\n" }
end

check('one instance serves all calls, in the order of the calls') do
  with_host(files('t_one', <<~RUBY, features: %w[canonicalize])) do |host|
    def initialize; @calls = []; end
    def canonicalize(context, resources); @calls << "c\#{resources.length}"; resources; end
    def get(context); [{ name: @calls.join(' '), ensure: 'present' }]; end
    def set(context, changes); @calls << "s\#{changes.length}"; end
  RUBY
    host.call('canonicalize', 'type' => 't_one', 'resources' => [{ 'name' => 'a' }, { 'name' => 'b' }])
    host.call('set', 'type' => 't_one', 'changes' => [{ 'name' => { 'name' => 'a' }, 'is' => nil, 'should' => { 'name' => 'a' } }])
    equal('c1 c1 s1', host.call('get', 'type' => 't_one', 'names' => nil)['resources'].first['name'])
  end
end

check('names of several namevars are hashes') do
  second = "manager: { type: 'String', desc: 'm', behaviour: :namevar },"
  with_host(files('t_two', <<~RUBY, features: %w[simple_get_filter], attributes: second)) do |host|
    def get(context, names); [{ name: names.inspect, manager: 'x' }]; end
    def set(context, changes); context.notice(changes.inspect); end
  RUBY
    found = host.call('get', 'type' => 't_two', 'names' => [{ 'name' => 'php', 'manager' => nil }])['resources'].first
    equal('[{:name=>"php", :manager=>nil}]', found['name'])
    host.call('set', 'type' => 't_two', 'changes' => [{ 'name' => { 'name' => 'a', 'manager' => 'b' }, 'should' => { 'name' => 'a' } }])
    equal(['notice: t_two: {{:name=>"a", :manager=>"b"}=>{:should=>{:name=>"a"}}}'], host.logs)
  end
end

check('is and should arrive as they were sent') do
  with_host(files('t_set', 'def set(context, changes); context.notice(changes.inspect); 5; end')) do |host|
    changes = [{ 'name' => { 'name' => 'a' }, 'is' => nil, 'should' => { 'name' => 'a', 'prop' => { 'k' => 'v' } } }]
    equal({ 'results' => [] }, host.call('set', 'type' => 't_set', 'changes' => changes))
    equal(['notice: t_set: {"a"=>{:is=>nil, :should=>{:name=>"a", :prop=>{"k"=>"v"}}}}'], host.logs)
    host.call('set', 'type' => 't_set', 'changes' => [{ 'name' => { 'name' => 'a' } }])
    equal(['notice: t_set: {"a"=>{}}'], host.logs)
  end
end

check('noop is passed to who wants it') do
  %w[supports_noop noop_handler].each do |feature|
    with_host(files('t_noop', 'def set(context, changes, noop: nil); context.notice([noop, context.noop?].inspect); end', features: [feature])) do |host|
      change = { 'name' => { 'name' => 'a' }, 'should' => { 'name' => 'a' } }
      host.call('set', 'type' => 't_noop', 'changes' => [change], 'noop' => true)
      host.call('set', 'type' => 't_noop', 'changes' => [change], 'noop' => false)
      equal(['notice: t_noop: [true, true]', 'notice: t_noop: [false, false]'], host.logs)
    end
  end
end

check('a simple provider under noop says what it would do') do
  provider = <<~RUBY
    require 'puppet/resource_api/simple_provider'
    class Puppet::Provider::TSimple::TSimple < Puppet::ResourceApi::SimpleProvider
      def create(*); raise 'never'; end
    end
  RUBY
  type = definition('t_simple', features: %w[supports_noop])
  with_host('puppet/type/t_simple.rb' => type, 'puppet/provider/t_simple/t_simple.rb' => provider) do |host|
    host.call('set', 'type' => 't_simple', 'noop' => true, 'changes' => [
      { 'name' => { 'name' => 'a' }, 'is' => { 'ensure' => 'absent' }, 'should' => { 'ensure' => 'present', 'name' => 'a' } },
    ])
    equal(['debug: t_simple[a]: Creating: Start'], host.logs.first(1))
  end
end

check('several failures of one set are told apart') do
  provider = <<~RUBY
    def set(context, changes)
      changes.each { |name, _| context.updating(name) { raise 'no' if name != 'b' } }
    end
  RUBY
  with_host(files('t_batch', provider)) do |host|
    changes = %w[a b c].map { |name| { 'name' => { 'name' => name }, 'should' => { 'name' => name } } }
    results = host.call('set', 'type' => 't_batch', 'changes' => changes)['results']
    equal([%w[a failed], %w[c failed]], results.map { |result| [result['name']['name'], result['status']] })
    host.notifications.clear
    results = host.call('set', 'type' => 't_batch', 'changes' => [changes[1]])['results']
    equal([], results)
  end
end

{
  'context.failing("a") { }' => 1, 'context.failed("a")' => 1, 'context.failed("a", message: "m")' => 1,
  'context.updating("a") { context.fail("stop") }' => 1, 'context.unchanged("a")' => 0, 'context.failed("a"); context.reset_failed' => 0,
}.each do |code, failures|
  check("what marks a failure: #{code}") do
    with_host(files('t_fail', "def set(context, changes); #{code}; end")) do |host|
      change = { 'name' => { 'name' => 'a' }, 'should' => { 'name' => 'a' } }
      equal(failures, host.call('set', 'type' => 't_fail', 'changes' => [change])['results'].length)
    end
  end
end

check('lines of the context that the reference has not') do
  with_host(files('t_ctx', <<~RUBY)) do |host|
    def set(context, changes)
      context.notice('a', message: 'kw')
      context.error('e')
      context.changed('a')
      context.notice(nil, 'm')
      context.notice(3, 'm')
      context.processing('a', 1, 2, message: 'Doing') { }
      context.updating('a') { context.attribute_changed('prop', 1, 2); context.creating('b') { }; context.notice('outer') }
      context.attribute_changed({ name: 'a' }, 'prop', 1, 2)
    end
  RUBY
    host.call('set', 'type' => 't_ctx', 'changes' => [{ 'name' => { 'name' => 'a' }, 'should' => {} }])
    lines = host.logs.map { |line| line.gsub(/\d+\.\d+/, 'N') }
    equal(['notice: t_ctx[a]: kw', 'err: t_ctx: e', 'notice: t_ctx: Updated: a', 'notice: t_ctx: m', 'notice: t_ctx[3]: m',
           'debug: t_ctx[a]: Doing: Starting processing of a from 1 to 2', 'notice: t_ctx[a]: Doing: Finished processing a in N seconds: 2',
           'debug: t_ctx[a]: Updating: Start', "notice: t_ctx[a]: Updating: a: attribute 'prop' changed from 1 to 2",
           'debug: t_ctx[b]: Creating: Start', 'notice: t_ctx[b]: Creating: Finished in N seconds', 'notice: t_ctx[a]: Updating: outer',
           'notice: t_ctx[a]: Updating: Finished in N seconds',
           "notice: t_ctx: {:name=>\"a\"}: attribute 'prop' changed from 1 to 2"], lines)
  end
end

check('a trace follows a failure when it is wanted') do
  with_host(files('t_trace', "def set(context, changes); context.updating('a') { raise 'no' }; end"), { settings: { 'trace' => true } }) do |host, lib|
    host.call('set', 'type' => 't_trace', 'changes' => [{ 'name' => { 'name' => 'a' }, 'should' => {} }])
    lines = host.logs.last.split("\n")
    match(/seconds: no\z/, lines[0])
    match(%r{\A#{lib}/puppet/provider/t_trace/t_trace.rb:2:in}, lines[1])
    equal([], lines.grep(/bunraku-host/))
  end
end

{ 'nil' => { 'insync' => nil }, 'true' => { 'insync' => true }, '[false, "m"]' => { 'insync' => false, 'message' => 'm' },
  '[false, ""]' => { 'insync' => false }, '[nil, "m"]' => { 'insync' => nil, 'message' => 'm' }, '[]' => { 'insync' => nil },
  '[false, :sym]' => { 'insync' => false, 'message' => 'sym' } }.each do |code, expected|
  check("insync? that returns #{code}") do
    with_host(files('t_in', "def insync?(context, name, property, is, should); #{code}; end", features: ['custom_insync'])) do |host|
      equal(expected, host.call('insync', 'type' => 't_in', 'name' => { 'name' => 'a' }, 'property' => 'prop', 'is' => {}, 'should' => {}))
    end
  end
end

check('insync? that returns something else') do
  with_host(files('t_in', 'def insync?(*a); "x"; end', features: ['custom_insync'])) do |host|
    fails('Custom insync for prop returned a String with a value of "x" instead of true/false; insync? MUST return nil or the boolean true or false') do
      host.call('insync', 'type' => 't_in', 'name' => { 'name' => 'a' }, 'property' => 'prop', 'is' => {}, 'should' => {})
    end
  end
end

check('insync? gets its arguments, and must be there') do
  with_host(files('t_in', 'def insync?(c, *a); c.notice(a.inspect); nil; end', features: ['custom_insync'])) do |host|
    host.call('insync', 'type' => 't_in', 'name' => { 'name' => 'a' }, 'property' => 'prop', 'is' => { 'prop' => 1 }, 'should' => { 'prop' => 2 })
    equal(['notice: t_in: ["a", :prop, {:prop=>1}, {:prop=>2}]'], host.logs)
  end
  with_host(files('t_in', '', features: ['custom_insync'])) do |host|
    fails('No insync? method defined in the provider; an insync? method must be defined if the custom_insync feature is defined for the type') do
      host.call('insync', 'type' => 't_in', 'name' => { 'name' => 'a' }, 'property' => 'prop', 'is' => {}, 'should' => {})
    end
  end
end

check('generate returns instances of another type, changed, and plain hashes') do
  listed = { 'resources' => [{ 'type' => 't_other', 'title' => 'x', 'parameters' => { 'name' => 'x', 'prop' => 'p', 'ensure' => 'present' } }] }
  other = files('t_other', 'def get(context); []; end')
  provider = <<~RUBY
    def generate(context, title, is, should)
      found = Puppet::Type.type(:t_other).instances
      found.each do |resource|
        context.notice([resource.rsapi_title, resource.rsapi_current_state, resource[:prop], resource[:name], resource.title, resource.ref].inspect)
        resource[:ensure] = :absent
      end
      found + [{ type: 'notify', title: 'n', message: 'm' }, Puppet::Resource.new('notify', 'r', parameters: { message: 'q' }),
               Puppet::Type.type(:t_other).new(title: 'made', prop: 'z')]
    end
  RUBY
  with_host(files('t_gen', provider, features: ['custom_generate']).merge(other),
            { answers: { 'runtime.instances' => ->(_params) { listed } } }) do |host|
    answer = host.call('generate', 'type' => 't_gen', 'name' => { 'name' => 'a' }, 'is' => nil, 'should' => { 'name' => 'a' })
    equal([{ 'type' => 't_other', 'title' => 'x', 'parameters' => { 'name' => 'x', 'ensure' => 'absent' } },
           { 'type' => 'notify', 'title' => 'n', 'parameters' => { 'message' => 'm' } },
           { 'type' => 'notify', 'title' => 'r', 'parameters' => { 'name' => 'r', 'message' => 'q' } },
           { 'type' => 't_other', 'title' => 'made', 'parameters' => { 'name' => 'made', 'prop' => 'z' } }], answer['resources'])
    equal(['notice: t_gen: ["x", {:name=>"x", :prop=>"p", :ensure=>"present"}, "p", "x", "x", "T_other[x]"]'], host.logs)
    equal([['runtime.instances', { 'type' => 't_other' }]], host.asked)
  end
end

['nil', '[]'].each do |code|
  check("generate that returns #{code}") do
    with_host(files('t_gen', "def generate(*a); #{code}; end")) do |host|
      equal({ 'resources' => [] }, host.call('generate', 'type' => 't_gen', 'name' => { 'name' => 'a' }, 'is' => nil, 'should' => {}))
    end
  end
end

check('generate that returns nonsense, or is not there') do
  with_host(files('t_gen', 'def generate(*a); ["x"]; end')) do |host|
    fails(/returned a String where a resource was expected/) { host.call('generate', 'type' => 't_gen', 'name' => { 'name' => 'a' }, 'should' => {}) }
  end
  with_host(files('t_gen', '')) do |host|
    fails('No generate method found within the types provider') { host.call('generate', 'type' => 't_gen', 'name' => { 'name' => 'a' }, 'should' => {}) }
  end
end

check('the runtime may call back while it is asked') do
  listing = files('t_list', 'def get(context); [{ name: "found", ensure: "present" }]; end')
  asking = files('t_ask', 'def get(context); Puppet::Type.type(:t_list).instances.map { |r| { name: r.name } }; end')
  host = nil
  answer = lambda do |_params|
    found = host.call('get', 'type' => 't_list', 'names' => nil)['resources']
    { 'resources' => found.map { |resource| { 'type' => 't_list', 'title' => resource['name'], 'parameters' => resource } } }
  end
  with_host(listing.merge(asking), { answers: { 'runtime.instances' => answer } }) do |started|
    host = started
    equal([{ 'name' => 'found' }], host.call('get', 'type' => 't_ask', 'names' => nil)['resources'])
  end
end

check('canonicalize that returns something else') do
  { 'nil' => 1, '[]' => 1, 'resources + resources' => 1, '["x"]' => 1 }.each_key do |code|
    with_host(files('t_can', "def canonicalize(context, resources); #{code}; end", features: ['canonicalize'])) do |host|
      fails('`t_can.canonicalize` did not return an array with one resource hash') do
        host.call('canonicalize', 'type' => 't_can', 'resources' => [{ 'name' => 'a' }])
      end
    end
  end
end

check('refresh reaches a provider that has it') do
  with_host(files('t_ref', 'def refresh(context, name); context.notice("refresh #{name}"); end')) do |host|
    equal(nil, host.call('refresh', 'type' => 't_ref', 'name' => { 'name' => 'a' }))
    equal(['notice: t_ref: refresh a'], host.logs)
  end
  with_host(files('t_ref', '')) { |host| equal(nil, host.call('refresh', 'type' => 't_ref', 'name' => { 'name' => 'a' })) }
end

check('older names of provider classes') do
  with_host('puppet/type/apt_x.rb' => definition('apt_x'), 'puppet/provider/apt_x/apt_x.rb' => <<~RUBY) do |host|
    class Puppet::Provider::Apt_x
      class Apt_x
        def get(context); [{ name: 'old' }]; end
      end
    end
  RUBY
    equal('old', host.call('get', 'type' => 'apt_x', 'names' => nil)['resources'].first['name'])
  end
  with_host('puppet/type/apt_y.rb' => "class Puppet::Provider; class AptY; def get(context); [{ name: 'single' }]; end; end; end\n" + definition('apt_y')) do |host|
    equal('single', host.call('get', 'type' => 'apt_y', 'names' => nil)['resources'].first['name'])
  end
end

check('files of the older API are loaded and not run') do
  with_host('puppet/type/mixed.rb' => <<~RUBY, 'puppet/provider/mixed/mixed.rb' => 'class Puppet::Provider::Mixed::Mixed; def get(c); [{ name: "m" }]; end; end') do |host|
    require 'puppet/parameter/boolean'
    Puppet::Type.newtype(:legacy) do
      raise 'never'
    end
    Puppet::Type.type(:legacy).provide(:x) { raise 'never' }
    class LegacyProperty < Puppet::Property; newvalue(:a); end
    #{definition('mixed')}
  RUBY
    answer = host.call('type.load', 'names' => ['mixed'])
    equal([], answer['errors'])
    equal(['legacy'], answer['legacy'])
    equal('m', host.call('get', 'type' => 'mixed', 'names' => nil)['resources'].first['name'])
  end
end

check('files that fail to load are told, others are loaded') do
  with_host('puppet/type/good.rb' => definition('good'), 'puppet/type/bad.rb' => "require 'puppet/resource_api'\nPuppet::ResourceApi.register_type(nil)\n",
            'puppet/type/broken.rb' => "x = (\n") do |host, lib|
    answer = host.call('type.load', 'names' => %w[good bad broken missing], 'paths' => ["#{lib}/puppet/type/bad.rb"])
    equal(['good'], answer['types'].map { |type| type['name'] })
    equal(%w[puppet/type/bad puppet/type/broken] + ["#{lib}/puppet/type/bad.rb"], answer['errors'].map { |error| error['path'] })
    equal('Puppet::ResourceApi::TypeDefinition must be a Hash, not `NilClass`', answer['errors'][0]['message'])
    equal(["#{lib}/puppet/type/bad.rb", 2], answer['errors'][0].values_at('file', 'line'))
    equal('SyntaxError', answer['errors'][1]['class'])
    equal("#{lib}/puppet/type/broken.rb", answer['errors'][1]['file'])
  end
end

check('definitions travel with everything in them') do
  with_host('puppet/type/full.rb' => definition('full', extra: "title_patterns: [{ pattern: %r{^(?<name>.*)$}, desc: 'x' }], callback: proc { }, klass: String, n: 1.5, autorequire: { file: '$prop' },")) do |host|
    type = host.call('type.load', 'names' => ['full'])['types'].first
    equal([{ 'pattern' => { '__ptype' => 'Regexp', '__pvalue' => '^(?<name>.*)$' }, 'desc' => 'x' }], type['title_patterns'])
    equal({ '__ptype' => 'Runtime', 'runtime' => 'ruby', 'name' => 'Proc' }, type['callback'])
    equal({ '__ptype' => 'Runtime', 'runtime' => 'ruby', 'name' => 'String' }, type['klass'])
    equal([1.5, { 'file' => '$prop' }], [type['n'], type['autorequire']])
  end
end

check('types by name') do
  with_host(files('t_name', <<~RUBY)) do |host|
    def get(context)
      t = Puppet::Type.type(:t_name)
      context.notice([t.name, t.namevar, t.key_attributes, t.validattr?(:prop), t.validattr?(:nope), t.metaparam?(:noop), t.metaparam?(:prop),
                      t.type_definition.equal?(context.type), t.my_provider.equal?(self), t.context.equal?(context), t.provider, t.allattrs.include?(:tag),
                      t.parameters, Puppet::Type.type('T_NAME').equal?(t), Puppet::Type.type(:nope), Puppet::Type.type(:file).name, Puppet::Type.metaparam?(:tag)].inspect)
      r = t.new(name: 'a', prop: 'b')
      context.notice([r.title, r.name, r[:prop], r.to_hash, r.key?(:prop), r.rsapi_title, r.rsapi_current_state, r.rsapi_canonicalized_target_state, r.to_resource.ref, r.inspect].inspect)
      r.delete(:prop)
      context.notice([r[:prop], (t.new({}) rescue $!.message)].inspect)
      []
    end
  RUBY
    host.call('get', 'type' => 't_name', 'names' => nil)
    equal(['notice: t_name: [:t_name, :name, [:name], true, false, true, false, true, true, true, Puppet::Provider::TName::TName, true, ' \
           '[:ensure, :name, :prop], true, nil, :file, true]',
           'notice: t_name: ["a", "a", "b", {:name=>"a", :prop=>"b"}, true, "a", nil, {:name=>"a", :prop=>"b"}, "T_name[a]", "#<T_name[a]>"]',
           'notice: t_name: [nil, "Title or name must be provided"]'], host.logs)
  end
end

check('the interface of the draft') do
  with_host('puppet/type/draft.rb' => <<~RUBY, 'puppet/provider/draft/draft.rb' => <<~PROVIDER) do |host|
    require 'puppet/simple_resource'
    Puppet::SimpleResource.define(name: 'draft', docs: 'd', attributes: { ensure: { type: 'Enum[present, absent]' }, name: { type: 'String', behaviour: :namevar } })
  RUBY
    Puppet::SimpleResource.implement('draft') do
      commands say: 'echo'
      def initialize; @count = 0; end
      def get; @count += 1; [{ name: "n\#{@count}", ensure: 'present' }]; end
      def set(current_state, target_state, noop)
        logger.notice([current_state, target_state, noop, current_state['a']].inspect)
        target_state.each { |title, resource| logger.updating(title) { logger.notice(say(resource[:name], noop: noop).inspect) } }
        target_state.each { |resource| logger.notice(resource.inspect) }
      end
    end
  PROVIDER
    type = host.call('type.load', 'names' => ['draft'])['types'].first
    equal([['supports_noop'], 'd'], type.values_at('features', 'desc'))
    equal('n1', host.call('get', 'type' => 'draft', 'names' => nil)['resources'].first['name'])
    host.logs
    [false, true].each do |noop|
      host.call('set', 'type' => 'draft', 'noop' => noop, 'changes' => [{ 'name' => { 'name' => 'a' }, 'is' => { 'name' => 'a' }, 'should' => { 'name' => 'b' } }])
    end
    lines = host.logs.map { |line| line.gsub(/\d+\.\d+/, 'N') }
    equal(['notice: draft: [[{:name=>"a"}], [{:name=>"b"}], false, {:name=>"a"}]', 'debug: draft[a]: Updating: Start',
           "debug: draft[a]: Updating: Executing 'echo b'", "debug: draft[a]: Updating: Successfully executed 'echo b'",
           'notice: draft[a]: Updating: "b\n"', 'notice: draft[a]: Updating: Finished in N seconds', 'notice: draft: {:name=>"b"}',
           'notice: draft: [[{:name=>"a"}], [{:name=>"b"}], true, {:name=>"a"}]', 'debug: draft[a]: Updating: Start',
           "debug: draft[a]: Updating: Skipping execution of 'echo b' (noop)", 'notice: draft[a]: Updating: ""',
           'notice: draft[a]: Updating: Finished in N seconds', 'notice: draft: {:name=>"b"}'], lines)
  end
end

check('check_schema asks the runtime, and follows strict') do
  checked = ->(params) { params['type'].start_with?('Optional') && params['value'] == 1 ? { 'ok' => false, 'message' => 'expects a value of type Undef or String, got Integer' } : { 'ok' => true } }
  secret = "pass: { type: 'Optional[String]', desc: 's', sensitive: true },"
  text = "Provider returned data that does not match the Type Schema for `t_chk[a]`\n Unknown attribute:\n    * zap\n\n Value type mismatch:\n" \
         "    * prop: 1 (expects a value of type Undef or String, got Integer)\n    * pass: << redacted value >> expects a value of type Undef or String, got Integer\n"
  { 'error' => [], 'warning' => ["warning: #{text}"], 'off' => ["debug: #{text}"] }.each do |strict, lines|
    with_host(files('t_chk', 'def get(context); context.type.check_schema({ name: "a", zap: 1, prop: 1, pass: 1 }); []; end', attributes: secret),
              { answers: { 'runtime.type_check' => checked }, settings: { 'strict' => strict } }) do |host|
      if strict == 'error'
        equal('Puppet::DevError', fails(text) { host.call('get', 'type' => 't_chk', 'names' => nil) }.data['class'])
      else
        2.times { host.call('get', 'type' => 't_chk', 'names' => nil) }
      end
      equal(lines * 2, host.logs)
      equal([%w[ensure prop pass].length - 1, 2], [host.asked.uniq.length, host.asked.length]) if strict == 'off'
    end
  end
end

check('at most a hundred warnings about wrong data') do
  with_host(files('t_many', 'def get(context); 150.times { |i| context.type.check_schema({ name: i.to_s, zap: 1 }) }; []; end'), { settings: { 'strict' => 'warning' } }) do |host|
    host.call('get', 'type' => 't_many', 'names' => nil)
    equal(100, host.logs.length)
  end
end

check('feature_support? is deprecated') do
  with_host(files('t_dep', 'def get(context); [{ name: context.feature_support?("canonicalize").inspect }]; end')) do |host|
    equal('false', host.call('get', 'type' => 't_dep', 'names' => nil)['resources'].first['name'])
    match(/\Awarning: context.feature_support\? is deprecated. Please use context.type.feature\? instead.\n   \(location: .*t_dep.rb:2:in/, host.logs.first)
  end
end

check('a definition that the runtime has goes before a file') do
  symbol = ->(word) { { '__ptype' => 'Symbol', '__pvalue' => word } }
  hash = ->(*members) { { '__ptype' => 'Hash', '__pvalue' => members.each_slice(2).flat_map { |key, value| [symbol.call(key), value] } } }
  name = hash.call('type', 'String', 'behaviour', symbol.call('namevar'))
  definition = hash.call('name', 't_told', 'attributes', hash.call('name', name))
  told = ->(params) { { 'value' => params['name'] == 't_told' ? definition : nil } }
  provider = 'def get(context); context.notice(context.type.attributes.inspect); []; end'
  with_host(files('t_told', provider), { answers: { 'runtime.type_definition' => told } }) do |host|
    host.call('get', 'type' => 't_told', 'names' => nil)
    equal(['notice: t_told: {:name=>{:type=>"String", :behaviour=>:namevar}}'], host.logs)
  end
end
