#!/usr/bin/ruby
# frozen_string_literal: true

# bench_resource_api.rb - measures the operations of crates/engine/examples/bench_resources.rs with the real Resource API.
#
# Prints a line each: the name, a tab, nanoseconds a round (the best of three runs of at least 0.2 s).
# `manage 1,000 resources in sync` applies a catalog, with its graph and its report: Puppet has no smaller unit.

$VERBOSE = nil
require 'puppet'
require 'puppet/resource_api'
require 'tmpdir'
require_relative 'measure'

DEFINITION = {
  name: 'bench_account', desc: 'An account', features: [],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists', default: 'present' },
    name: { type: 'Pattern[/\A[a-z_][a-z0-9_-]{0,31}\z/]', desc: 'Its name', behaviour: :namevar },
    uid: { type: 'Optional[Integer[0, 65535]]', desc: 'Its number' },
    home: { type: 'Optional[String[1]]', desc: 'Where it lives' },
    groups: { type: 'Optional[Array[String[1]]]', desc: 'What it belongs to' },
    shell: { type: 'Optional[String[1]]', desc: 'What it runs' },
    locked: { type: 'Optional[Boolean]', desc: 'Whether it may log in' }
  }
}.freeze

MANY = 1_000

def account(number)
  { ensure: 'present', name: "account#{number}", uid: number, home: "/home/account#{number}",
    groups: %w[users wheel], shell: '/bin/bash', locked: false }
end

# Knows accounts that are as they should be.
module Puppet::Provider::BenchAccount
  class BenchAccount
    def get(_context)
      Array.new(MANY) { |number| account(number) }
    end

    def set(_context, _changes); end
  end
end
$LOADED_FEATURES << 'puppet/provider/bench_account/bench_account.rb'

Dir.mktmpdir do |dir|
  library = File.join(dir, 'lib/puppet/provider/bench_account')
  FileUtils.mkdir_p(library)
  File.write(File.join(library, 'bench_account.rb'), '')
  $LOAD_PATH.unshift(File.join(dir, 'lib'))
  Puppet.initialize_settings(['--confdir', dir, '--vardir', dir])
  environment = Puppet::Node::Environment.create(:bench, [])
  loaders = Puppet::Pops::Loaders.new(environment)
  Puppet.override(current_environment: environment, loaders: loaders) do
    Puppet::ResourceApi.register_type(DEFINITION)
    type = Puppet::Type.type(:bench_account)
    definition = Puppet::ResourceApi::TypeDefinition.new(DEFINITION)
    state = account(7)
    resources = Array.new(MANY) do |number|
      Puppet::Resource.new('bench_account', "account#{number}", parameters: account(number))
    end
    manage = lambda do
      catalog = Puppet::Resource::Catalog.new('bench', environment)
      resources.each { |resource| catalog.add_resource(resource.dup) }
      report = catalog.to_ral.apply.report
      abort 'something was changed or failed' unless report.resource_statuses.values.none? { |s| s.failed || s.changed }
    end

    measure('read a definition of seven attributes', -> { Puppet::ResourceApi::TypeDefinition.new(DEFINITION) })
    measure('check a state against its type', -> { definition.check_schema(state) })
    measure('build a resource', -> { type.new(resources[7].dup) })
    measure('manage 1,000 resources in sync', manage)
  end
end
