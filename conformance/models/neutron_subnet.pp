# Migrated from neutron/lib/puppet/type/neutron_subnet.rb
type Neutron_subnet inherits Resource {
  autorequire { 'anchor' => 'neutron::service::end' }

  # not carried over, line 3: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar, check => $it =~ /.*/ }
  attr id, Data { behaviour => read_only }
  attr cidr, Data
  attr ip_version, enum['4', '6'] { set => |$given| { "${given}" } }
  attr ipv6_ra_mode, enum['dhcpv6-stateful', 'dhcpv6-stateless', slaac]
  attr ipv6_address_mode, enum['dhcpv6-stateful', 'dhcpv6-stateless', slaac]
  # not carried over, line 41: method of 'allocation_pools': 'insync?' is code, which is for the provider
  attr allocation_pools, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  attr gateway_ip, Data
  # not carried over, line 56: munge of 'enable_dhcp': code makes the values that are kept; 'set' could
  attr enable_dhcp { check => "${it}" =~ Pattern[/(t|T)rue/, /(f|F)alse/] }
  attr host_routes, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  attr dns_nameservers, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  attr network_id, Data
  attr network_name, Data { behaviour => parameter }
  attr project_name, Data { behaviour => parameter }
  attr project_id, Data
  attr tenant_name, Data { behaviour => parameter }
  attr tenant_id, Data
  # not carried over, line 103: autorequire: the titles of 'keystone_tenant' are computed, or decided by a condition
  # not carried over, line 111: autorequire: the titles of 'neutron_network' are computed, or decided by a condition
  # not carried over, line 115: validate: code refuses values; 'validate' or 'invariant' could
}
