# Migrated from mongodb/lib/puppet/type/mongodb_user.rb
type Mongodb_user inherits Resource {
  # not carried over, line 4: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  # not carried over, line 6: method: 'initialize' is code, which is for the provider
  attr name, String { behaviour => namevar }
  # not carried over, line 18: default of 'database': it is computed, and a default is a literal
  attr database { behaviour => parameter, check => "${it}" =~ /^\w+$/ }
  # not carried over, line 28: munge of 'tries': code makes the values that are kept; 'set' could
  attr tries { behaviour => parameter, default => 10, check => "${it}" =~ /^\d+$/ }
  # not carried over, line 39: method of 'roles': 'should_to_s' is code, which is for the provider
  # not carried over, line 43: method of 'roles': 'is_to_s' is code, which is for the provider
  attr roles {
    max     => unbound,
    default => 'dbAdmin',
    set     => |$given| { $given ? { Array => $given, default => [$given] } },
    check   => "${it}" =~ /^\w+$/,
  }
  # not carried over, line 50: default of 'password_hash': it is computed, and a default is a literal
  attr password_hash { check => "${it}" =~ /^\w+$/ }
}
