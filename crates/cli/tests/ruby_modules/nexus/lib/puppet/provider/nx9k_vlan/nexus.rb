require 'puppet/resource_api/simple_provider'

module Puppet::Provider::Nx9kVlan; end unless defined? Puppet::Provider::Nx9kVlan

# The provider for this device.
class Puppet::Provider::Nx9kVlan::Nexus < Puppet::ResourceApi::SimpleProvider
  def get(context)
    context.transport.vlans.map { |id, vlan| { ensure: 'present', id: id, label: vlan['label'], state: vlan['state'] }.compact }
  end

  def create(context, name, should)
    context.info("Making vlan #{name} at #{context.device.transport.connection_info[:hostname]}")
    context.transport.vlans = context.transport.vlans.merge(name => { label: should[:label], state: should[:state] }.compact)
  end

  def update(context, name, should)
    create(context, name, should)
  end

  def delete(context, name)
    context.transport.vlans = context.transport.vlans.reject { |id, _| id == name }
  end
end
