# Migrated from mysql/lib/puppet/type/mysql_user.rb
type Mysql_user inherits Resource {
  autorequire { 'file' => '/root/.my.cnf', 'class' => 'mysql::server' }

  # not carried over, line 8: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  # not carried over, line 15: validate of 'name': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 43: munge of 'name': code makes the values that are kept; 'set' could
  attr name, String { behaviour => namevar }
  # not carried over, line 53: method of 'password_hash': 'change_to_s' is code, which is for the provider
  # not carried over, line 58: method of 'password_hash': 'is_to_s' is code, which is for the provider
  # not carried over, line 63: method of 'password_hash': 'should_to_s' is code, which is for the provider
  attr password_hash { check => "${it}" =~ /\w*/ }
  attr plugin { check => "${it}" =~ /\w+/ }
  attr max_user_connections { check => "${it}" =~ /\d+/ }
  attr max_connections_per_hour { check => "${it}" =~ /\d+/ }
  attr max_queries_per_hour { check => "${it}" =~ /\d+/ }
  attr max_updates_per_hour { check => "${it}" =~ /\d+/ }
  # not carried over, line 95: validate of 'tls_options': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 108: method of 'tls_options': 'insync?' is code, which is for the provider
  attr tls_options, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
}
