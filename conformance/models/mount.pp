# Migrated from mount_core/lib/puppet/type/mount.rb
type Mount inherits Resource {
  # not carried over, line 4: option: 'self_refresh' means nothing to a type of the language
  # not carried over, line 21: feature: 'refreshable' tells providers apart; there is one here
  # not carried over, line 40: newvalue of 'ensure': what is done to set 'defined' is for the provider
  # not carried over, line 51: newvalue of 'ensure': what is done to set 'unmounted' is for the provider
  # not carried over, line 75: newvalue of 'ensure': what is done to set 'absent' is for the provider
  # not carried over, line 75: option of 'ensure': 'newvalue' means nothing to a type of the language
  # not carried over, line 85: newvalue of 'ensure': what is done to set 'mounted' is for the provider
  # not carried over, line 85: option of 'ensure': 'newvalue' means nothing to a type of the language
  # not carried over, line 99: method of 'ensure': 'insync?' is code, which is for the provider
  # not carried over, line 107: method of 'ensure': 'syncothers' is code, which is for the provider
  attr ensure, enum[defined, unmounted, absent, mounted] {
    set => |$given| { "${given}" ? { /\Apresent\z/ => 'defined', default => "${given}" } },
  }
  # not carried over, line 133: validate of 'device': code refuses values; 'validate' or 'invariant' could
  attr device, Data
  # not carried over, line 147: default of 'blockdevice': it is computed, and a default is a literal
  attr blockdevice, Data {
    validate => { if $it =~ Pattern[/\s/] { "blockdevice must not contain whitespace: ${it}" } },
  }
  attr fstype, Data {
    validate => {
      if $it =~ Pattern[/\s/] {
        "fstype must not contain whitespace: ${it}"
      } elsif empty($it) {
        'fstype must not be an empty string'
      }
    },
  }
  attr options, Data {
    validate => {
      if $it =~ Pattern[/\s/] {
        "options must not contain whitespace: ${it}"
      } elsif empty($it) {
        'options must not be an empty string'
      }
    },
  }
  # not carried over, line 194: default of 'pass': it is computed, and a default is a literal
  attr pass, Data
  # not carried over, line 209: method of 'atboot': 'munge' is code, which is for the provider
  attr atboot, Boolean { set => |$given| { Boolean($given) } }
  # not carried over, line 223: condition of 'dump': what stands in it is carried over as if it held
  # not carried over, line 229: default of 'dump': it is computed, and a default is a literal
  attr dump { check => "${it}" =~ Pattern[/(0|1|2)/, /(0|1)/] }
  # not carried over, line 238: default of 'target': it is computed, and a default is a literal
  attr target, Data
  # not carried over, line 252: validate of 'name': code refuses values; 'validate' or 'invariant' could
  # not carried over, line 258: munge of 'name': code makes the values that are kept; 'set' could
  attr name, String { behaviour => namevar }
  # not carried over, line 269: default of 'remounts': it is computed, and a default is a literal
  attr remounts, Boolean { behaviour => parameter, set => |$given| { Boolean($given) } }
  # not carried over, line 287: method: 'refresh' is code, which is for the provider
  # not carried over, line 292: method: 'value' is code, which is for the provider
  # not carried over, line 299: autorequire: the titles of 'mount' are computed, or decided by a condition
  # not carried over, line 308: autobefore: the titles of 'file' are computed, or decided by a condition
}
