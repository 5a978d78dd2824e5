# Migrated from inifile/lib/puppet/type/ini_setting.rb
type Ini_setting inherits Resource {
  # not carried over, line 10: newvalue of 'ensure': what is done to set 'present' is for the provider
  # not carried over, line 13: newvalue of 'ensure': what is done to set 'absent' is for the provider
  # not carried over, line 16: method of 'ensure': 'insync?' is code, which is for the provider
  attr ensure, enum[present, absent] { default => present }
  # not carried over, line 26: method: 'munge_boolean_md5' is code, which is for the provider
  attr name, String { behaviour => namevar }
  attr section, Data { behaviour => parameter, default => '' }
  # not carried over, line 49: munge of 'setting': code makes the values that are kept; 'set' could
  attr setting, Data { behaviour => parameter }
  attr force_new_section_creation, Boolean {
    behaviour => parameter,
    default   => true,
    set       => |$given| { Boolean($given) },
  }
  attr path, Data {
    behaviour => parameter,
    validate  => { if !($it =~ Pattern[/^\//]) { "File paths must be fully qualified, not '${it}'" } },
  }
  # not carried over, line 78: munge of 'show_diff': code makes the values that are kept; 'set' could
  attr show_diff, enum['true', md5, 'false'] {
    behaviour => parameter,
    default   => 'true',
    set       => |$given| { "${given}" },
  }
  attr key_val_separator, Data { behaviour => parameter, default => ' = ' }
  # not carried over, line 91: munge of 'value': code makes the values that are kept; 'set' could
  # not carried over, line 100: method of 'value': 'should_to_s' is code, which is for the provider
  # not carried over, line 110: method of 'value': 'is_to_s' is code, which is for the provider
  # not carried over, line 114: method of 'value': 'insync?' is code, which is for the provider
  attr value, Data
  attr section_prefix, Data { behaviour => parameter, default => '[' }
  attr section_suffix, Data { behaviour => parameter, default => ']' }
  attr indent_char, Data { behaviour => parameter, default => ' ' }
  attr indent_width, Data { behaviour => parameter }
  attr refreshonly, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 147: method: 'refresh' is code, which is for the provider
  # not carried over, line 155: autorequire: the titles of 'file' are computed, or decided by a condition
}
