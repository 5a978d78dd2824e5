# Migrated from keystone/lib/puppet/type/keystone_user.rb
type Keystone_user inherits Resource {
  autorequire { 'anchor' => ['keystone::service::end', 'default_domain_created'] }

  # not carried over, line 13: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar, check => $it =~ /\S+/ }
  # not carried over, line 22: munge of 'enabled': code makes the values that are kept; 'set' could
  attr enabled {
    default => true,
    check   => "${it}" =~ Variant[Enum['true', 'false'], Pattern[/(t|T)rue/, /(f|F)alse/]],
  }
  # not carried over, line 29: method of 'password': 'change_to_s' is code, which is for the provider
  # not carried over, line 37: method of 'password': 'is_to_s' is code, which is for the provider
  # not carried over, line 41: method of 'password': 'should_to_s' is code, which is for the provider
  attr password { check => "${it}" =~ /\S+/ }
  attr description { check => "${it}" =~ /\S/ }
  attr email { check => "${it}" =~ /^(\S+@\S+)|$/ }
  attr id, Data { behaviour => read_only }
  # not carried over, line 63: munge of 'replace_password': code makes the values that are kept; 'set' could
  attr replace_password {
    behaviour => parameter,
    default   => true,
    check     => "${it}" =~ Variant[Enum['true', 'false'], Pattern[/(t|T)rue/, /(f|F)alse/]],
  }
  # not carried over, line 70: mixin of 'domain': the methods of 'DefaultDomain' are code
  attr domain, String { behaviour => namevar }
  # not carried over, line 73: autorequire: the titles of 'keystone_domain' are computed, or decided by a condition
  # not carried over, line 90: title_patterns: a type of the language does not take titles apart
}
