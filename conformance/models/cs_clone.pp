# Migrated from corosync/lib/puppet/type/cs_clone.rb
type Cs_clone inherits Resource {
  autorequire { 'service' => ['corosync', 'pacemaker'] }

  # not carried over, line 7: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar }
  attr primitive, Data
  attr group, Data
  attr clone_max { default => absent, check => "${it}" =~ Variant[Enum['absent'], Pattern[/\d+/]] }
  attr clone_node_max {
    default => absent,
    check   => "${it}" =~ Variant[Enum['absent'], Pattern[/\d+/]],
  }
  attr notify_clones, enum['true', 'false', absent] {
    default => absent,
    set     => |$given| { "${given}" },
  }
  attr globally_unique, enum['true', 'false', absent] {
    default => absent,
    set     => |$given| { "${given}" },
  }
  attr ordered, enum['true', 'false', absent] { default => absent, set => |$given| { "${given}" } }
  attr interleave, enum['true', 'false', absent] {
    default => absent,
    set     => |$given| { "${given}" },
  }
  attr cib, Data { behaviour => parameter }
  # not carried over, line 94: autorequire: the titles of 'cs_shadow' are computed, or decided by a condition
  # not carried over, line 101: autorequire: the titles of 'cs_group' are computed, or decided by a condition
  # not carried over, line 101: autorequire: the titles of 'cs_primitive' are computed, or decided by a condition
  # not carried over, line 109: method: 'unmunge_cs_primitive' is code, which is for the provider
  # not carried over, line 116: validate: code refuses values; 'validate' or 'invariant' could
}
