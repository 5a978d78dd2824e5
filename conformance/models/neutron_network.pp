# Migrated from neutron/lib/puppet/type/neutron_network.rb
type Neutron_network inherits Resource {
  autorequire { 'anchor' => 'neutron::service::end' }

  # not carried over, line 3: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar, check => $it =~ /.*/ }
  attr id, Data { behaviour => read_only }
  # not carried over, line 21: munge of 'admin_state_up': code makes the values that are kept; 'set' could
  attr admin_state_up { default => 'True', check => "${it}" =~ Pattern[/(t|T)rue/, /(f|F)alse/] }
  # not carried over, line 30: munge of 'shared': code makes the values that are kept; 'set' could
  attr shared { default => 'False', check => "${it}" =~ Pattern[/(t|T)rue/, /(f|F)alse/] }
  attr project_name, Data { behaviour => parameter }
  attr project_id, Data
  attr tenant_name, Data { behaviour => parameter }
  attr tenant_id, Data
  attr provider_network_type, enum[flat, vlan, local, gre, l3_ext, vxlan]
  attr provider_physical_network { check => "${it}" =~ /\S+/ }
  # not carried over, line 66: munge of 'provider_segmentation_id': code makes the values that are kept; 'set' could
  attr provider_segmentation_id, Data
  # not carried over, line 75: munge of 'router_external': code makes the values that are kept; 'set' could
  attr router_external { default => 'False', check => "${it}" =~ Pattern[/(t|T)rue/, /(f|F)alse/] }
  attr availability_zone_hint, Data
  # not carried over, line 87: munge of 'mtu': code makes the values that are kept; 'set' could
  attr mtu { check => "${it}" =~ /\d+/ }
  # not carried over, line 97: autorequire: the titles of 'keystone_tenant' are computed, or decided by a condition
  # not carried over, line 105: validate: code refuses values; 'validate' or 'invariant' could
}
