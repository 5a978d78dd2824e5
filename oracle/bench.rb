#!/usr/bin/ruby
# frozen_string_literal: true

# bench.rb - measures the operations of crates/pcore/examples/bench/main.rs with the real Puppet.
#
# Prints a line each: the name, a tab, nanoseconds a round (the best of three runs of at least 0.2 s).
# `cargo xtask bench` runs both programs and shows the ratio. With --once it only loads Puppet and checks one value.

$VERBOSE = nil
require 'json'
require 'puppet'
require 'tmpdir'
require_relative 'measure'

ACCOUNT = <<'TYPE'
Struct[{
    'name'              => Pattern[/\A[a-z_][a-z0-9_-]{0,31}\Z/],
    'ensure'            => Enum['present', 'absent'],
    'uid'               => Integer[0, 65535],
    'home'              => Pattern[/\A\/([^\n\/\0]+\/*)*\z/],
    'groups'            => Array[String[1], 0, 16],
    'shell'             => Optional[String[1]],
    'locked'            => Boolean,
    'quota'             => Float[0.0, 1.0],
    'comment'           => Variant[String, Undef],
    Optional['limits']  => Hash[String, Integer],
}]
TYPE

VALUE = {
  'name' => 'alice', 'ensure' => 'present', 'uid' => 1001, 'home' => '/home/alice',
  'groups' => %w[users wheel docker], 'shell' => '/bin/bash', 'locked' => false, 'quota' => 0.75,
  'comment' => 'Alice in Wonderland', 'limits' => { 'nofile' => 4096, 'nproc' => 512 }
}.freeze

YAML_TEXT = "name: alice\nensure: present\nuid: 1001\nhome: /home/alice\ngroups: [users, wheel, docker]\n" \
            "shell: /bin/bash\nlocked: false\nquota: 0.75\ncomment: Alice in Wonderland\n" \
            "limits:\n  nofile: 4096\n  nproc: 512\n"

Dir.mktmpdir do |dir|
  Puppet.initialize_settings(['--confdir', dir, '--vardir', dir])
  environment = Puppet::Node::Environment.create(:bench, [])
  loaders = Puppet::Pops::Loaders.new(environment)
  Puppet.override(current_environment: environment, loaders: loaders) do
    types = Puppet::Pops::Types
    parser = types::TypeParser.singleton
    exit(parser.parse('Integer').instance?(5)) if ARGV == ['--once']
    calculator = types::TypeCalculator.singleton
    account = parser.parse(ACCOUNT)
    bad = VALUE.merge('uid' => '1001')
    integers = parser.parse('Array[Integer[0, 1000000]]')
    numbers = (0...100_000).to_a
    data = parser.parse('Data')
    general = parser.parse('Hash[String, Any]')
    inferred = calculator.infer_set(VALUE)
    describer = types::TypeMismatchDescriber.singleton
    json = JSON.generate(VALUE)
    from = -> { Puppet::Pops::Serialization::FromDataConverter.convert(JSON.parse(json)) }
    to = -> { JSON.generate(Puppet::Pops::Serialization::ToDataConverter.convert(VALUE, rich_data: true)) }
    abort 'the values do not fit' unless account.instance?(VALUE) && !account.instance?(bad)

    measure('check a Struct of ten members', -> { account.instance?(VALUE) })
    measure('explain a mismatch', lambda {
      account.instance?(bad) || describer.describe_mismatch('value', account, calculator.infer_set(bad))
    })
    measure('check 100,000 integers', -> { integers.instance?(numbers) })
    measure('check against Data', -> { data.instance?(VALUE) })
    measure('parse a Struct of ten members', -> { parser.parse(ACCOUNT) })
    measure('parse Optional[Integer[0, 65535]]', -> { parser.parse('Optional[Integer[0, 65535]]') })
    measure('infer a type', -> { calculator.infer_set(VALUE) })
    measure('assign a type', -> { general.assignable?(inferred) })
    measure('decode rich data', from)
    measure('encode rich data', to)
    measure('read YAML', -> { Puppet::Util::Yaml.safe_load(YAML_TEXT, [Symbol]) })
  end
end
