# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'

module Puppet::Provider::Nx9kVlan; end unless defined? Puppet::Provider::Nx9kVlan

# VLANs of devices with the transport `nexus`.
class Puppet::Provider::Nx9kVlan::Nexus < Puppet::ResourceApi::SimpleProvider
  def get(context)
    context.transport.vlans(context).map do |id, name, status|
      { ensure: 'present', id: id, label: name, state: status == 'suspended' ? 'suspend' : 'active' }
    end
  end

  def create(context, name, should)
    commands = ["vlan #{name}"]
    commands << "name #{should[:label]}" if should[:label]
    commands << "state #{should[:state]}" if should[:state]
    context.transport.configure(context, commands)
  end

  def update(context, name, should)
    create(context, name, should)
  end

  def delete(context, name)
    context.transport.configure(context, ["no vlan #{name}"])
  end
end
