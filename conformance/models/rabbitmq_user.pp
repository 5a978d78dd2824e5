# Migrated from rabbitmq/lib/puppet/type/rabbitmq_user.rb
type Rabbitmq_user inherits Resource {
  autorequire { 'service' => 'rabbitmq-server' }

  # not carried over, line 25: newvalue of 'ensure': what is done to set 'present' is for the provider
  # not carried over, line 28: newvalue of 'ensure': what is done to set 'absent' is for the provider
  attr ensure, enum[present, absent] { default => present }
  attr name, String { behaviour => namevar, check => $it =~ /^\S+$/ }
  # not carried over, line 42: method of 'password': 'insync?' is code, which is for the provider
  # not carried over, line 46: method of 'password': 'change_to_s' is code, which is for the provider
  attr password, Data
  # not carried over, line 54: munge of 'admin': code makes the values that are kept; 'set' could
  attr admin { default => 'false', check => "${it}" =~ /true|false/ }
  # not carried over, line 63: validate of 'tags': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 72: default of 'tags': a default is a number, a text, true or false
  # not carried over, line 74: method of 'tags': 'insync?' is code, which is for the provider
  # not carried over, line 78: method of 'tags': 'should_to_s' is code, which is for the provider
  attr tags, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
}
