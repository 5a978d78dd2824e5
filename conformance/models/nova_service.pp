# Migrated from nova/lib/puppet/type/nova_service.rb
type Nova_service inherits Resource {
  autorequire { 'anchor' => 'nova::service::end' }

  # not carried over, line 41: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String {
    behaviour => namevar,
    validate  => {
      if !($it =~ String) {
        'name parameter must be a String'
      } elsif !($it =~ Pattern[/^[a-zA-Z0-9\-_.]+$/]) {
        "${it} is not a valid name"
      }
    },
  }
  attr ids, Data { behaviour => read_only }
  # not carried over, line 69: validate of 'service_name': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 75: default of 'service_name': a default is a number, a text, true or false
  attr service_name, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
}
