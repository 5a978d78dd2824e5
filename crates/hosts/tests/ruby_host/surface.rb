# frozen_string_literal: true

# What modules use beside the Resource API: transports, devices, types, facts, settings.
require_relative 'code'

SCHEMA = <<~RUBY
  require 'puppet/resource_api'
  Puppet::ResourceApi.register_transport(
    name: 'panel', desc: 'd',
    connection_info: {
      host: { type: 'String', desc: 'h' }, port: { type: 'Integer', desc: 'p', default: 443 },
      password: { type: 'Optional[String]', desc: 'w', sensitive: true, default: 'dflt' }, user: { type: 'Optional[String]', desc: 'u' },
    },
  )
RUBY

TRANSPORT = <<~RUBY
  module Puppet::Transport
    class Panel
      attr_reader :info
      def initialize(context, info)
        context.notice("init")
        raise 'refused' if info[:host] == 'bad'
        @info = info
      end
      def verify(context); raise 'unreachable' if @info[:host] == 'far'; end
      def facts(context); { 'operatingsystem' => 'panel', 'host' => @info[:host] }; end
      def close(context); context.notice('close'); raise 'late' if @info[:host] == 'c'; end
      def ping(x); "pong \#{x}"; end
    end
  end
RUBY

TRANSPORTS = { 'puppet/transport/schema/panel.rb' => SCHEMA, 'puppet/transport/panel.rb' => TRANSPORT }.freeze

check('a transport is connected, verified, used, asked for facts and closed once') do
  with_code(TRANSPORTS) do |run, host|
    handle = host.call('transport.connect', 'schema' => 'panel', 'connection_info' => { 'host' => 'h' })['handle']
    equal(['debug: panel: Using default value for attribute: port, value: 443',
           'debug: panel: Using default value for attribute: password, value: << redacted value >>', 'notice: panel: init'], host.logs)
    equal(nil, host.call('transport.verify', 'handle' => handle))
    equal({ 'facts' => { 'operatingsystem' => 'panel', 'host' => 'h' } }, host.call('transport.facts', 'handle' => handle))
    shown = run.call('[context.transport.info, context.device.ping(1), context.device.respond_to?(:ping), context.device.schema.name].inspect', 'transport' => handle)
    equal('[{:host=>"h", :port=>443, :password=>#<Sensitive [value redacted]>}, "pong 1", true, "panel"]', shown)
    fails('no device configured') { run.call('context.device') }
    fails('no device configured') { run.call('context.transport') }
    equal(nil, host.call('transport.close', 'handle' => handle))
    equal(nil, host.call('transport.close', 'handle' => handle))
    equal(['notice: panel: close'], host.logs)
    fails("there is no transport with the handle '#{handle}'") { host.call('transport.facts', 'handle' => handle) }
  end
end

check('connection info that does not fit') do
  checked = ->(params) { params['type'] == 'Integer' && !params['value'].is_a?(Integer) ? { 'ok' => false, 'message' => 'expects an Integer value, got String' } : { 'ok' => true } }
  with_code(TRANSPORTS, { answers: { 'runtime.type_check' => checked } }) do |_run, host|
    connect = ->(info) { host.call('transport.connect', 'schema' => 'panel', 'connection_info' => info) }
    error = fails("The connection info provided does not match the Transport Schema for `panel[]`\n Unknown attribute:\n    * zap\n\n Value type mismatch:\n    * port: x (expects an Integer value, got String)\n") do
      connect.call('host' => 'h', 'zap' => 1, 'port' => 'x')
    end
    equal('Puppet::DevError', error.data['class'])
    error = fails("The following mandatory attributes were not provided:\n    *  host") { connect.call({}) }
    equal('Puppet::ResourceError', error.data['class'])
    fails('refused') { connect.call('host' => 'bad') }
    fails('cannot load such file -- puppet/transport/schema/nope') { host.call('transport.connect', 'schema' => 'nope') }
  end
end

check('keys of bolt are taken out') do
  with_code(TRANSPORTS) do |_run, host|
    info = { 'host' => 'h', 'remote-transport' => 'panel', 'run-on' => 'x', 'protocol' => 'p', 'strange' => 1, 'name' => 'n', 'remote-x' => 1 }
    host.call('transport.connect', 'schema' => 'panel', 'connection_info' => info)
    equal(['info: panel: Discarding superfluous bolt attribute: protocol', 'debug: panel: Discarding bolt metaparameter: remote-transport',
           'debug: panel: Discarding bolt metaparameter: run-on', 'debug: panel: Discarding bolt metaparameter: name',
           'debug: panel: Discarding bolt metaparameter: remote-x', 'warning: panel: Discarding unknown attribute: strange'], host.logs.first(6))
  end
end

check('a transport that fails while it is closed, or cannot be reached') do
  with_code(TRANSPORTS) do |_run, host|
    handle = host.call('transport.connect', 'schema' => 'panel', 'connection_info' => { 'host' => 'c' })['handle']
    equal(nil, host.call('transport.close', 'handle' => handle))
    equal('debug: closing the transport failed: late', host.logs.last)
    handle = host.call('transport.connect', 'schema' => 'panel', 'connection_info' => { 'host' => 'far' })['handle']
    fails('unreachable') { host.call('transport.verify', 'handle' => handle) }
  end
end

check('Transport from Ruby: the hash of the caller stays, devices are injected, schemas listed') do
  with_code(TRANSPORTS) do |run, _host|
    equal('{:host=>"h"}', run.call('info = { host: "h" }; Puppet::ResourceApi::Transport.connect("panel", info); info.inspect'))
    equal('pong 2', run.call('t = Puppet::ResourceApi::Transport.connect("panel", { host: "h" }); Puppet::ResourceApi::Transport.inject_device("panel", t); x = context.transport.ping(2); Puppet::Util::NetworkDevice.current = nil; x'))
    equal('[["panel"], [:host, :port, :password, :user], "d", true]',
          run.call('l = Puppet::ResourceApi::Transport.list_all_transports("production"); s = l["panel"]; [l.keys, s.definition[:connection_info_order], s[:desc], s.key?(:name)].inspect'))
    equal(true, run.call('Puppet::ResourceApi::Transport.list.clear; Puppet::ResourceApi::Transport.list.key?("panel")'))
    equal(true, run.call('Puppet::ResourceAPI.equal?(Puppet::ResourceApi)'))
    equal({ 'types' => [], 'names' => ['panel'] }, { 'types' => [], 'names' => ['panel'] })
  end
end

check('schemas of transports are loaded as types are') do
  with_code(TRANSPORTS) do |_run, host|
    schema = host.call('type.load', 'transports' => ['panel'])['transports'].first
    equal(%w[panel Integer], [schema['name'], schema['connection_info']['port']['type']])
    equal(%w[host port password user], schema['connection_info_order'])
  end
end

check('reserved names of connection info are warned about') do
  with_code do |run, host|
    run.call('Puppet::ResourceApi.register_transport(name: "res", desc: "d", connection_info: { path: { type: "String", desc: "p" }, "remote-x": { type: "String", desc: "p" } }); 1')
    equal(['warning: `res.path` uses a reserved connection_info name', 'warning: `res.remote-x` uses a reserved connection_info name'], host.logs)
  end
end

DEVICE = <<~RUBY
  require 'puppet/resource_api/transport/wrapper'
  class Puppet::Util::NetworkDevice::Panel
    class Device < Puppet::ResourceApi::Transport::Wrapper
      def initialize(url_or_config, options = {})
        super('panel', url_or_config)
      end
    end
  end
RUBY

check('a device of device.conf, through the class of the module') do
  hocon = ->(params) { { 'value' => params['text'].include?('h1') ? { 'host' => 'h1' } : { 'zap' => { 'a' => [] } } } }
  with_code(TRANSPORTS.merge('puppet/util/network_device/panel/device.rb' => DEVICE), { answers: { 'runtime.hocon' => hocon } }) do |run, host, lib|
    File.write("#{lib}/conf", 'host: h1')
    handle = host.call('device.connect', 'type' => 'panel', 'name' => 'box', 'url' => "file://#{lib}/conf")['handle']
    equal('h1', run.call('context.transport.info[:host]', 'transport' => handle))
    equal('panel', host.call('transport.facts', 'handle' => handle)['facts']['operatingsystem'])
    host.call('transport.close', 'handle' => handle)
    fails("Can't load panel for box: Trying to load config from '/nope, but file does not exist.") do
      host.call('device.connect', 'type' => 'panel', 'name' => 'box', 'url' => 'file:///nope')
    end
    fails("Can't load panel for box: Unexpected url 'http://x' found. Only file:/// URLs for configuration supported at the moment.") do
      host.call('device.connect', 'type' => 'panel', 'name' => 'box', 'url' => 'http://x')
    end
    fails('cannot load such file -- puppet/util/network_device/none/device') { host.call('device.connect', 'type' => 'none', 'url' => 'file:///nope') }
  end
end

check('a simple device has texts as keys') do
  simple = "require 'puppet/util/network_device/simple/device'\nclass Puppet::Util::NetworkDevice::Plain; class Device < Puppet::Util::NetworkDevice::Simple::Device; end; end\n"
  with_code({ 'puppet/util/network_device/plain/device.rb' => simple }, { answers: { 'runtime.hocon' => ->(_params) { { 'value' => { 'a' => { 'b' => 1 } } } } } }) do |run, host, lib|
    File.write("#{lib}/conf", 'a { b = 1 }')
    handle = host.call('device.connect', 'type' => 'plain', 'url' => "file://#{lib}/conf")['handle']
    equal({ 'a' => { 'b' => 1 } }, run.call('context.device.config', 'transport' => handle))
    equal({ 'facts' => {} }, host.call('transport.facts', 'handle' => handle))
  end
end

check('a provider for the device comes before the general one') do
  special = "class Puppet::Provider::Code::Panel\n  def get(context, names); [{ name: 'x', value: 'special' }]; end\nend\n"
  with_code(TRANSPORTS.merge('puppet/provider/code/panel.rb' => special)) do |run, host|
    handle = host.call('transport.connect', 'schema' => 'panel', 'connection_info' => { 'host' => 'h' })['handle']
    equal('special', run.call('1', 'transport' => handle))
    equal(1, run.call('1'))
  end
end

check('neither provider is there') do
  with_host(TRANSPORTS.merge('puppet/type/code.rb' => EVALUATING)) do |host|
    handle = host.call('transport.connect', 'schema' => 'panel', 'connection_info' => { 'host' => 'h' })['handle']
    fails('Found neither the device-specific provider class Puppet::Provider::Code::Panel in puppet/provider/code/panel nor the generic provider class ' \
          'Puppet::Provider::Code::Code in puppet/provider/code/code') { host.call('get', 'type' => 'code', 'names' => nil, 'transport' => handle) }
  end
end

PARSED = lambda do |params|
  text = params['type']
  raise Host::Error, { 'code' => -32_000, 'message' => 'Syntax error at end of input' } if text == 'String['
  raise Host::Error, { 'code' => -32_000, 'message' => 'The expression <garbage> is not a valid type specification.' } if text == 'garbage'

  { 'type' => text, 'kind' => text[/\A\w+/] }
end

CHECKED = lambda do |params|
  value = params['value']
  fits = case params['type']
         when /\AInteger/ then value.is_a?(Integer)
         when /\AString/ then value.is_a?(String)
         when /\ABoolean/ then [true, false].include?(value)
         when /\AEnum/ then params['type'].include?("'#{value}'")
         when /\AArray\[Integer\]/ then value.is_a?(Array) && value.all?(Integer)
         when /\AOptional/ then true
         else false
         end
  fits ? { 'ok' => true } : { 'ok' => false, 'message' => "expects an #{params['type']} value, got String" }
end

{
  'parse' => ['t = parser.parse("Optional[Integer]"); [t.class.name, t.to_s, t.simple_name, t.type.to_s, t.inspect]',
              ['Puppet::Pops::Types::POptionalType', 'Optional[Integer]', 'Optional', 'Integer', '#<Puppet::Pops::Types::POptionalType Optional[Integer]>']],
  'parts' => ['[parser.parse("Variant[String, Integer[1, 5]]").types.map(&:to_s), parser.parse("Enum[\'a\', \'b,c\']").values, parser.parse("Hash[String, Array[Integer]]").value_type.to_s, ' \
              'parser.parse("Hash[String, Integer]").key_type.to_s, parser.parse("Array[Integer]").element_type.to_s, parser.parse("Integer[1, default]").from, parser.parse("Integer[default, 5]").to]',
              [['String', 'Integer[1, 5]'], ['a', 'b,c'], 'Array[Integer]', 'String', 'Integer', 1, 5]],
  'instance' => ['[parser.parse("Integer").instance?(1), parser.parse("Integer").instance?("x"), t::TypeCalculator.singleton.instance?(parser.parse("String"), "x"), t::TypeCalculator.instance?(parser.parse("String"), 1)]',
                 [true, false, true, false]],
  'equality' => ['[parser.parse("String") == parser.parse("String"), parser.parse("String").hash == parser.parse("String").hash, parser.parse("Any").assignable?(parser.parse("String"))]', [true, true, true]],
  'infer' => ['c = t::TypeCalculator.singleton; ["x", 1, [1, "a"], { "a" => 1 }, nil, :a, 1.5, true, [], [1, 5], [1, 2.5]].map { |v| c.infer(v).to_s } + [[1, "a"], { "a" => 1 }].map { |v| c.infer_set(v).to_s }',
              ['String', 'Integer[1, 1]', 'Array[ScalarData, 2, 2]', 'Hash[String, Integer[1, 1], 1, 1]', 'Undef', "Runtime[ruby, 'Symbol']", 'Float[1.5, 1.5]', 'Boolean[true]', 'Array[0, 0]',
               'Array[Integer[1, 5], 2, 2]', 'Array[Numeric, 2, 2]', 'Tuple[Integer[1, 1], String]', "Struct[{'a' => Integer[1, 1]}]"]],
  'factory' => ['f = t::TypeFactory; [f.string, f.array_of(f.string), f.hash_of(f.integer), f.optional(f.string), f.enum("a", "b"), f.variant(f.string, f.integer), f.pattern(/a/), f.range(1, 3), f.sensitive, f.struct("a" => f.string), f.tuple([f.string])].map(&:to_s)',
                ['String', 'Array[String]', 'Hash[Scalar, Integer]', 'Optional[String]', "Enum['a', 'b']", 'Variant[String, Integer]', 'Pattern[/a/]', 'Integer[1, 3]', 'Sensitive', "Struct[{'a' => String}]", 'Tuple[String]']],
  'describer' => ['t::TypeMismatchDescriber.singleton.describe_mismatch("x", parser.parse("Integer"), t::TypeCalculator.infer("a"))', 'x expects an Integer value, got String'],
  'asserter' => ['t::TypeAsserter.assert_instance_of("value", parser.parse("Integer"), 1)', 1],
  'handling parse' => ['d.parse_puppet_type(:a, "String").class.name', 'Puppet::Pops::Types::PStringType'],
  'munge' => ['[d.mungify(parser.parse("Integer"), "5", "p", true), d.mungify(parser.parse("Integer"), "0x1F", "p", true), d.mungify(parser.parse("Integer"), "010", "p", true), d.mungify(parser.parse("Optional[Integer]"), nil, "p", true), d.mungify(parser.parse("Boolean"), "true", "p", true), ' \
              'd.mungify(parser.parse("Array[Integer]"), ["1", "2"], "p", true), d.mungify(parser.parse("Variant[Boolean, String, Integer]"), "abc", "p", true), d.mungify(parser.parse("Variant[Boolean, String, Integer]"), "-1", "p", true), d.mungify(parser.parse("String"), :sym, "p", true), d.mungify(parser.parse("Boolean"), :true, "p")]',
              [5, 31, 8, nil, true, [1, 2], 'abc', -1, 'sym', true]],
  'boolean_munge' => ['[d.boolean_munge("true"), d.boolean_munge(:false), d.boolean_munge("x")]', [true, false, 'x']],
}.each do |what, (code, expected)|
  check("types: #{what}") do
    with_code({}, { answers: { 'runtime.type_parse' => PARSED, 'runtime.type_check' => CHECKED } }) do |run, _host|
      equal(expected, run.call("t = Puppet::Pops::Types; parser = t::TypeParser.singleton; d = Puppet::ResourceApi::DataTypeHandling; #{code}"))
    end
  end
end

{
  'parser.parse("String[")' => ['Puppet::ParseErrorWithIssue', 'Syntax error at end of input'],
  'parser.parse("garbage")' => ['Puppet::ParseError', 'The expression <garbage> is not a valid type specification.'],
  't::TypeAsserter.assert_instance_of("value", parser.parse("Integer"), "a")' => ['Puppet::Pops::Types::TypeAssertionError', 'value has wrong type, expects an Integer value, got String'],
  'd.parse_puppet_type(:a, "String[")' => ['Puppet::DevError', 'The type of the `a` attribute `String[` could not be parsed: Syntax error at end of input'],
  'd.parse_puppet_type(:a, "garbage")' => ['Puppet::DevError', 'The type of the `a` attribute `garbage` is not recognised: The expression <garbage> is not a valid type specification.'],
  'd.mungify(parser.parse("Integer"), "5", "pre")' => ['Puppet::ResourceError', 'pre expects an Integer value, got String'],
  'd.mungify(parser.parse("Variant[Integer, Enum[\'2\']]"), "2", "pre", true)' => ['Puppet::ResourceError', 'pre "2" is not unabiguously convertable to Variant[Integer, Enum[\'2\']]'],
}.each do |code, (class_name, message)|
  check("types fail: #{code}") do
    with_code({}, { answers: { 'runtime.type_parse' => PARSED, 'runtime.type_check' => CHECKED } }) do |run, _host|
      error = fails(message) { run.call("t = Puppet::Pops::Types; parser = t::TypeParser.singleton; d = Puppet::ResourceApi::DataTypeHandling; #{code}") }
      equal(class_name, error.data['class'])
    end
  end
end

check('facts are asked for once') do
  facts = ->(params) { { 'value' => { 'os' => { 'family' => 'Debian' }, 'os.family' => 'Debian', '' => { 'a' => 1 } }[params['name']] } }
  with_code({}, { answers: { 'runtime.fact' => facts } }) do |run, host|
    equal(['Debian', 'Debian', { 'family' => 'Debian' }, nil, 'Debian', nil],
          run.call('[Facter.value("os.family"), Facter.value(:"os.family"), Facter.value("os"), Facter.value("nope"), Facter.fact("os.family").value, Facter.fact("nope")]'))
    equal(3, host.asked.count { |method, _| method == 'runtime.fact' })
    equal({ 'a' => 1 }, run.call('Facter.to_hash'))
    host.asked.clear
    run.call('Facter.fact("os").flush; Facter.value("os"); Facter.flush; Facter.value("os"); 1')
    equal(2, host.asked.length)
  end
end

check('commands of facts') do
  with_code do |run, _host|
    equal(['a b', 'd', nil, 'x', '/bin/true', ''], run.call('e = Facter::Core::Execution; [e.execute("echo a b"), e.execute("nope_cmd", on_fail: "d"), e.exec("nope_cmd"), Facter::Util::Resolution.exec("echo x"), e.which("true").sub("/usr", ""), e.execute("exit 3")]'))
    fails(/Could not execute 'nope_cmd'/) { run.call('Facter::Core::Execution.execute("nope_cmd")') }
    fails(/Timed out/) { run.call('Facter::Core::Execution.execute("sleep 5", timeout: 0.2)') }
  end
end

check('settings: those of the start, those that are asked for, those that are set') do
  asked = ->(params) { { 'value' => params['name'] == 'certname' ? 'node' : nil } }
  with_code({}, { settings: { 'vardir' => '/v', 'noop' => false }, answers: { 'runtime.setting' => asked } }) do |run, host|
    equal(['/v', '/v', '/v', false, 'node', nil, 'production'], run.call('Puppet[:noop] = false; Puppet[:vardir]; Puppet.settings.preset(:environment, "production"); [Puppet[:vardir], Puppet["vardir"], Puppet.settings[:vardir], Puppet[:noop], Puppet.settings.value(:certname), Puppet[:nope], Puppet.lookup(:current_environment).to_s]'))
    equal('/w', run.call('Puppet[:vardir] = "/w"; Puppet[:vardir]'))
    equal([true, false, 'user'], run.call('[Puppet.settings.include?(:vardir), Puppet.settings.include?(:nope), Puppet.run_mode.name.to_s]'))
    equal(%w[certname nope modulepath run_mode], host.asked.map { |_, params| params['name'] }.uniq)
  end
end

check('a module may keep code in puppet_x and elsewhere') do
  with_code('puppet_x/shelf/helper.rb' => "module PuppetX::Shelf; HELP = 3; end\n", 'shelf_lib.rb' => 'SHELF = 4',
            'puppet/feature/shelf.rb' => 'Puppet.features.add(:shelf) { true }') do |run, _host|
    equal([3, 4, true, false], run.call('require "puppet_x/shelf/helper"; require "shelf_lib"; [PuppetX::Shelf::HELP, SHELF, Puppet.features.shelf?, require("shelf_lib")]'))
  end
end

check('ends of warnings: once') do
  with_code do |run, host|
    run.call('2.times { Puppet::Util::Warnings.warnonce("w"); Puppet::Util::Warnings.notice_once("n"); Puppet::Util::Warnings.debug_once("d") }; 1')
    equal(['warning: w', 'notice: n', 'debug: d'], host.logs)
    run.call('2.times { Puppet.deprecation_warning("old", "k") }; 1')
    match(/\Awarning: old\n   \(location: \(eval\)/, host.logs.first)
  end
end
