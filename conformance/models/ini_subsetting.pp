# Migrated from inifile/lib/puppet/type/ini_subsetting.rb
type Ini_subsetting inherits Resource {
  attr ensure, enum[present, absent] { default => present }
  # not carried over, line 13: method: 'munge_boolean_md5' is code, which is for the provider
  attr name, String { behaviour => namevar }
  attr section, Data { behaviour => parameter, default => '' }
  attr setting, Data { behaviour => parameter }
  attr subsetting, Data { behaviour => parameter }
  attr subsetting_separator, Data { behaviour => parameter, default => ' ' }
  attr subsetting_key_val_separator, Data { behaviour => parameter, default => '' }
  attr path, Data {
    behaviour => parameter,
    validate  => { if !($it =~ Pattern[/^\//]) { "File paths must be fully qualified, not '${it}'" } },
  }
  # not carried over, line 65: munge of 'show_diff': code makes the values that are kept; 'set' could
  attr show_diff, enum['true', md5, 'false'] {
    behaviour => parameter,
    default   => 'true',
    set       => |$given| { "${given}" },
  }
  attr key_val_separator, Data { behaviour => parameter, default => ' = ' }
  attr quote_char, Data {
    behaviour => parameter,
    default   => '',
    validate  => {
      if !($it =~ Pattern[/^["']?$/]) {
        ':quote_char valid values are \'\', \'"\' and "\'"'
      }
    },
  }
  attr use_exact_match, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 95: method of 'value': 'should_to_s' is code, which is for the provider
  # not carried over, line 105: method of 'value': 'is_to_s' is code, which is for the provider
  attr value, Data
  attr insert_type, enum[start, end, before, after, index] {
    behaviour => parameter,
    default   => end,
  }
  attr insert_value, Data { behaviour => parameter }
  attr delete_if_empty, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
}
