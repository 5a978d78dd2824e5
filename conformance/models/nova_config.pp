# Migrated from nova/lib/puppet/type/nova_config.rb
type Nova_config inherits Resource {
  autorequire { 'anchor' => 'nova::install::end' }

  # not carried over, line 3: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar, check => $it =~ /\S+\/\S+/ }
  # not carried over, line 12: method of 'value': 'insync?' is code, which is for the provider
  # not carried over, line 21: munge of 'value': code makes the values that are kept; 'set' could
  # not carried over, line 27: method of 'value': 'is_to_s' is code, which is for the provider
  # not carried over, line 35: method of 'value': 'should_to_s' is code, which is for the provider
  attr value, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  attr secret, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr ensure_absent_val, Data { behaviour => parameter, default => '<SERVICE DEFAULT>' }
}
