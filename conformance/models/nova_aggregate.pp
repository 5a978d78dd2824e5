# Migrated from nova/lib/puppet/type/nova_aggregate.rb
type Nova_aggregate inherits Resource {
  autorequire { 'anchor' => 'nova::service::end' }

  # not carried over, line 50: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String {
    behaviour => namevar,
    validate  => {
      if !($it =~ String) {
        'name parameter must be a String'
      } elsif !($it =~ Pattern[/[a-z0-9]+/]) {
        "${it} is not a valid name"
      }
    },
  }
  attr filter_hosts, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr id, Data { behaviour => read_only }
  attr availability_zone, Data {
    validate => { if !($it =~ String) { 'availability zone must be a String' } },
  }
  # not carried over, line 94: munge of 'metadata': code makes the values that are kept; 'set' could
  # not carried over, line 106: validate of 'metadata': code refuses values; 'validate' or 'invariant' could
  attr metadata, Data
  # not carried over, line 119: munge of 'hosts': code makes the values that are kept; 'set' could
  attr hosts, Data

  invariant { if !$name { 'Name type must be set' } }
}
