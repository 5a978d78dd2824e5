# Migrated from stdlib/lib/puppet/type/file_line.rb
type File_line inherits Resource {
  autorequire { 'file' => '$path' }

  attr ensure, enum[present, absent] { default => present }
  attr name, String { behaviour => namevar }
  attr match, Data { behaviour => parameter }
  attr match_for_absence, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr multiple, Boolean { behaviour => parameter, set => |$given| { Boolean($given) } }
  attr after, Data { behaviour => parameter }
  # not carried over, line 147: method of 'line': 'retrieve' is code, which is for the provider
  attr line, Data
  attr path, Data {
    behaviour => parameter,
    validate  => { if !($it =~ Pattern[/^\//]) { "File paths must be fully qualified, not '${it}'" } },
  }
  attr replace, Boolean {
    behaviour => parameter,
    default   => true,
    set       => |$given| { Boolean($given) },
  }
  attr replace_all_matches_not_matching_line, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr encoding, Data { behaviour => parameter, default => 'UTF-8' }
  attr append_on_no_match, Boolean {
    behaviour => parameter,
    default   => true,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 189: validate: code refuses values; 'validate' or 'invariant' could
}
