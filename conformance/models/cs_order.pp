# Migrated from corosync/lib/puppet/type/cs_order.rb
type Cs_order inherits Resource {
  autorequire { 'service' => ['corosync', 'pacemaker'] }

  # not carried over, line 14: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  # not carried over, line 16: feature: 'kindness' tells providers apart; there is one here
  attr name, String { behaviour => namevar }
  # not carried over, line 30: munge of 'first': code makes the values that are kept; 'set' could
  attr first, Data
  # not carried over, line 40: munge of 'second': code makes the values that are kept; 'set' could
  attr second, Data
  attr cib, Data { behaviour => parameter }
  attr score, Data { default => 'INFINITY' }
  # not carried over, line 67: option of 'kind': 'required_features' means nothing to a type of the language
  attr kind, Data { default => 'Mandatory' }
  attr symmetrical, Boolean { default => true, set => |$given| { Boolean($given) } }
  # not carried over, line 96: autorequire: the titles of 'cs_clone' are computed, or decided by a condition
  # not carried over, line 96: autorequire: the titles of 'cs_group' are computed, or decided by a condition
  # not carried over, line 96: autorequire: the titles of 'cs_primitive' are computed, or decided by a condition
  # not carried over, line 104: autorequire: the titles of 'cs_shadow' are computed, or decided by a condition
  # not carried over, line 110: method: 'unmunge_cs_resourcename' is code, which is for the provider
}
