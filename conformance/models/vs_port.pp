# Migrated from vswitch/lib/puppet/type/vs_port.rb
type Vs_port inherits Resource {
  autorequire { 'service' => 'openvswitch' }

  # not carried over, line 6: feature: 'bonding' tells providers apart; there is one here
  # not carried over, line 8: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  # not carried over, line 13: validate of 'port': code refuses values; 'validate' or 'invariant' could
  attr port, String { behaviour => namevar }
  # not carried over, line 20: option of 'interface': 'required_features' means nothing to a type of the language
  # not carried over, line 23: default of 'interface': it is computed, and a default is a literal
  # not carried over, line 25: validate of 'interface': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 32: method of 'interface': 'insync?' is code, which is for the provider
  attr interface, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  # not carried over, line 40: validate of 'bridge': code refuses values; 'validate' or 'invariant' could
  attr bridge, Data { behaviour => parameter }
  # not carried over, line 47: option of 'interface_type': 'required_features' means nothing to a type of the language
  attr interface_type, enum[system, internal, tap] { default => system }
  # not carried over, line 61: option of 'bond_mode': 'required_features' means nothing to a type of the language
  attr bond_mode, enum['active-backup', 'balance-tcp', 'balance-slb', ''] { default => '' }
  # not carried over, line 72: option of 'lacp': 'required_features' means nothing to a type of the language
  attr lacp, enum[active, passive, off] { default => off }
  # not carried over, line 83: option of 'lacp_time': 'required_features' means nothing to a type of the language
  attr lacp_time, enum[fast, slow, ''] { default => '' }
  # not carried over, line 99: option of 'vlan_mode': 'required_features' means nothing to a type of the language
  attr vlan_mode, enum[access, 'native-tagged', 'native-untagged', trunk, ''] { default => '' }
  # not carried over, line 110: option of 'vlan_tag': 'required_features' means nothing to a type of the language
  # not carried over, line 119: munge of 'vlan_tag': code makes the values that are kept; 'set' could
  # not carried over, line 130: validate of 'vlan_tag': code refuses values; 'validate' or 'invariant' could
  attr vlan_tag, Data { default => '' }
  # not carried over, line 137: option of 'vlan_trunks': 'required_features' means nothing to a type of the language
  # not carried over, line 145: default of 'vlan_trunks': a default is a number, a text, true or false
  # not carried over, line 147: validate of 'vlan_trunks': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 159: method of 'vlan_trunks': 'insync?' is code, which is for the provider
  # not carried over, line 164: method of 'vlan_trunks': 'is_to_s' is code, which is for the provider
  attr vlan_trunks, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  attr fail_mode, enum[standalone, secure] { behaviour => parameter, default => standalone }
  # not carried over, line 180: autorequire: the titles of 'vs_bridge' are computed, or decided by a condition
}
