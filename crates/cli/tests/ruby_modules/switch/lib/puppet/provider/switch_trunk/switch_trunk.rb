# The type of the other provider must be known, so that its module is there.
require 'puppet/type/switch_port'
require 'puppet/provider/switch_port/switch_port'

class Puppet::Provider::SwitchTrunk::SwitchTrunk < Puppet::Provider::SwitchPort::SwitchPort
  table 'trunks'

  def create(context, name, should)
    known = Puppet::Provider::SwitchPort::SwitchPort.new.get(context).map { |port| port[:name] }
    missing = (should[:ports] || []) - known
    context.warning("ports that are not known: #{missing.join(', ')}") unless missing.empty?
    super
  end
  alias update create
end
