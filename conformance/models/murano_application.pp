# Migrated from murano/lib/puppet/type/murano_application.rb
type Murano_application inherits Resource {
  # not carried over, line 33: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String {
    behaviour => namevar,
    validate  => {
      if !($it =~ String) {
        'name parameter must be a String'
      } elsif !($it =~ Pattern[/^[a-z0-9\.\-_]+$/]) {
        "${it} is not a valid name"
      }
    },
  }
  attr package_path {
    validate => { if !($it =~ String) { 'package_path parameter must be a String' } },
    check    => "${it}" =~ /\S+/,
  }
  # not carried over, line 60: validate of 'exists_action': code refuses values; 'validate' or 'invariant' could
  attr exists_action, Data { default => s }
  # not carried over, line 70: munge of 'public': code makes the values that are kept; 'set' could
  attr public {
    default => 'true',
    check   => "${it}" =~ Variant[Enum['true', 'false'], Pattern[/(t|T)rue/, /(f|F)alse/]],
  }
  attr category, Data {
    validate => { if !($it =~ String) { 'category parameter must be a String' } },
  }

  invariant { if !($name and $package_path) { 'Name and package path must be set' } }
}
