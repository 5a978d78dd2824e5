# Migrated from mysql/lib/puppet/type/mysql_grant.rb
type Mysql_grant inherits Resource {
  autorequire { 'file' => '/root/.my.cnf', 'mysql_user' => '$user' }

  # not carried over, line 6: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  # not carried over, line 11: method: 'initialize' is code, which is for the provider
  # not carried over, line 35: validate: code refuses values; 'validate' or 'invariant' could
  # not carried over, line 48: munge of 'name': code makes the values that are kept; 'set' could
  attr name, String { behaviour => namevar }
  # not carried over, line 56: validate of 'privileges': code refuses values; 'validate' or 'invariant' could
  attr privileges, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  # not carried over, line 67: validate of 'table': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 73: munge of 'table': code makes the values that are kept; 'set' could
  attr table { check => "${it}" =~ Pattern[/.*\..*/, /^[0-9a-zA-Z$_]*@[\w%\.:\-\/]*$/] }
  # not carried over, line 82: validate of 'user': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 110: munge of 'user': code makes the values that are kept; 'set' could
  attr user, Data
  attr options, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
}
