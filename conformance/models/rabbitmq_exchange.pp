# Migrated from rabbitmq/lib/puppet/type/rabbitmq_exchange.rb
type Rabbitmq_exchange inherits Resource {
  autorequire { 'rabbitmq_user' => '$user' }

  # not carried over, line 22: newvalue of 'ensure': what is done to set 'present' is for the provider
  # not carried over, line 25: newvalue of 'ensure': what is done to set 'absent' is for the provider
  attr ensure, enum[present, absent] { default => present }
  attr name, String { behaviour => namevar, check => $it =~ /^\S*@\S+$/ }
  attr type { behaviour => parameter, check => "${it}" =~ /^\S+$/ }
  attr durable { behaviour => parameter, default => 'false', check => "${it}" =~ /^\S+$/ }
  attr auto_delete { behaviour => parameter, default => 'false', check => "${it}" =~ /^\S+$/ }
  attr internal { behaviour => parameter, default => 'false', check => "${it}" =~ /^\S+$/ }
  # not carried over, line 60: default of 'arguments': it is computed, and a default is a literal
  attr arguments, Data { behaviour => parameter }
  attr user { behaviour => parameter, default => guest, check => "${it}" =~ /^\S+$/ }
  attr password { behaviour => parameter, default => guest, check => "${it}" =~ /\S+/ }
  # not carried over, line 75: validate: it asks for something that logic of the language would answer differently
  # not carried over, line 81: autorequire: the titles of 'rabbitmq_vhost' are computed, or decided by a condition
  # not carried over, line 89: autorequire: the titles of 'rabbitmq_user_permissions' are computed, or decided by a condition
}
