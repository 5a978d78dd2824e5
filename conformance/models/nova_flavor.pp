# Migrated from nova/lib/puppet/type/nova_flavor.rb
type Nova_flavor inherits Resource {
  autorequire { 'anchor' => 'nova::service::end' }

  # not carried over, line 62: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  # not carried over, line 69: autorequire: the titles of 'keystone_tenant' are computed, or decided by a condition
  attr name, String {
    behaviour => namevar,
    validate  => {
      if !($it =~ String) {
        'name parameter must be a String'
      } elsif !($it =~ Pattern[/^[a-zA-Z0-9\-\._]+$/]) {
        "${it} is not a valid name"
      }
    },
  }
  attr id, Data { behaviour => parameter }
  attr ram, Data { behaviour => parameter }
  attr disk, Data { behaviour => parameter }
  attr vcpus, Data { behaviour => parameter }
  attr ephemeral, Data { behaviour => parameter }
  attr swap, Data { behaviour => parameter }
  attr rxtx_factor, Data { behaviour => parameter }
  # not carried over, line 117: munge of 'is_public': code makes the values that are kept; 'set' could
  attr is_public {
    behaviour => parameter,
    default   => true,
    check     => "${it}" =~ Variant[Enum['true', 'false'], Pattern[/(y|Y)es/, /(n|N)o/, /(t|T)rue/, /(f|F)alse/]],
  }
  attr project, Data
  attr project_name, Data
  # not carried over, line 139: munge of 'properties': code makes the values that are kept; 'set' could
  # not carried over, line 147: validate of 'properties': code refuses values; 'validate' or 'invariant' could
  attr properties, Data

  invariant {
    if !$name {
      'Name must be set'
    } elsif $project and $project_name {
      'Please provide a value for only one of project_name and project.'
    }
  }
}
