# frozen_string_literal: true

# A host whose provider evaluates the names that `get` is asked for: the way to call what modules call.
require_relative 'driver'

EVALUATING = <<~RUBY
  require 'puppet/resource_api'
  Puppet::ResourceApi.register_type(
    name: 'code', desc: 'd', features: %w[simple_get_filter remote_resource],
    attributes: { name: { type: 'String', desc: 'n', behaviour: :namevar }, value: { type: 'Any', desc: 'v' } },
  )
RUBY

EVALUATOR = <<~RUBY
  class Puppet::Provider::Code::Code
    def get(context, names)
      names.map { |name| { name: name, value: eval(name) } }
    end
  end
RUBY

def with_code(files = {}, options = {})
  with_host({ 'puppet/type/code.rb' => EVALUATING, 'puppet/provider/code/code.rb' => EVALUATOR }.merge(files), options) do |host, lib|
    run = ->(code, more = {}) { host.call('get', { 'type' => 'code', 'names' => [{ 'name' => code }] }.merge(more))['resources'].first['value'] }
    yield run, host, lib
  end
end
