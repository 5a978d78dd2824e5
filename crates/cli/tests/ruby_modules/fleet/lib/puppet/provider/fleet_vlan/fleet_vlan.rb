# VLANs of a switch through its transport.
class Puppet::Provider::FleetVlan::FleetVlan
  def canonicalize(_context, resources)
    resources.each do |resource|
      resource[:interface] = resource[:interface].downcase if resource[:interface]
      resource[:ports] = Array(resource[:ports]).sort.uniq if resource[:ports]
      resource[:vlan_name] = resource[:vlan_name].strip if resource[:vlan_name]
    end
  end

  def get(context, names = nil)
    context.debug("Told by a provider: get #{names.inspect}")
    context.transport.vlans.map { |vlan| title(vlan.merge(uptime: 5)) }
  end

  def title(vlan)
    vlan[:title] = "#{vlan[:interface]}/#{vlan[:id]}"
    vlan
  end

  def set(context, changes)
    vlans = context.transport.vlans
    changes.each do |name, change|
      should = change[:should]
      context.updating(change[:is] ? change[:is][:title] || name : name, message: "Setting vlan #{name[:id]}") do
        vlans.reject! { |vlan| vlan.slice(:interface, :id) == name.slice(:interface, :id) }
        vlans << should.reject { |key, _| %i[note title].include?(key) } unless should.nil? || should[:ensure] == 'absent'
        raise Puppet::Error, "vlan #{name[:id]} is refused" if name[:id] == '666'

        context.transport.write(vlans)
      end
    end
  end
end
