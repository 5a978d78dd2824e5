require 'puppet/resource_api/simple_provider'
require_relative '../switch_base'

class Puppet::Provider::SwitchPort::SwitchPort < Puppet::ResourceApi::SimpleProvider
  include Puppet::Provider::SwitchBase
  table 'ports'

  def get(_context)
    store.all
  end

  def create(context, name, should)
    context.notice("change #{count} of #{name}, connections: #{$switch_connections}")
    store.put(should, :name)
  end
  alias_method :update, :create

  def delete(context, name)
    context.notice("change #{count} of #{name}")
    store.remove(name: name)
  end
end
