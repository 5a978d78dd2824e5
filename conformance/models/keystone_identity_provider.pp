# Migrated from keystone/lib/puppet/type/keystone_identity_provider.rb
type Keystone_identity_provider inherits Resource {
  autorequire { 'anchor' => 'keystone::service::end' }

  # not carried over, line 11: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar, check => $it =~ /\S+/ }
  # not carried over, line 19: method of 'enabled': 'insync?' is code, which is for the provider
  # not carried over, line 23: munge of 'enabled': code makes the values that are kept; 'set' could
  attr enabled {
    default => true,
    check   => "${it}" =~ Variant[Enum['true', 'false'], Pattern[/^(t|T)rue$/, /^(f|F)alse$/]],
  }
  # not carried over, line 30: newvalues of 'description': the text does not tell all values
  # not carried over, line 31: method of 'description': 'insync?' is code, which is for the provider
  attr description { check => "${it}" =~ /\S+/ }
  # not carried over, line 42: method of 'remote_ids': 'insync?' is code, which is for the provider
  # not carried over, line 48: default of 'remote_ids': a default is a number, a text, true or false
  # not carried over, line 49: validate of 'remote_ids': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 62: munge of 'remote_ids': code makes the values that are kept; 'set' could
  attr remote_ids, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  # not carried over, line 66: validate of 'remote_id_file': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 77: method of 'remote_id_file': 'insync?' is code, which is for the provider
  attr remote_id_file, Data
  attr id, Data { behaviour => read_only }
  # not carried over, line 89: autorequire: the titles of 'file' are computed, or decided by a condition
}
