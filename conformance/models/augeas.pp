# Migrated from augeas_core/lib/puppet/type/augeas.rb
type Augeas inherits Resource {
  # not carried over, line 19: mixin: the methods of 'Util' are code
  # not carried over, line 21: feature: 'parse_commands' tells providers apart; there is one here
  # not carried over, line 22: feature: 'need_to_run?' tells providers apart; there is one here
  # not carried over, line 23: feature: 'execute_changes' tells providers apart; there is one here
  attr name, String { behaviour => namevar }
  # not carried over, line 65: munge of 'context': code makes the values that are kept; 'set' could
  attr context, Data { behaviour => parameter, default => '' }
  attr onlyif, Data { behaviour => parameter, default => '' }
  attr changes, Data { behaviour => parameter }
  attr root, Data { behaviour => parameter, default => '/' }
  attr load_path, Data { behaviour => parameter, default => '' }
  attr force, Data { behaviour => parameter, default => false }
  attr type_check, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr lens, Data { behaviour => parameter }
  attr incl, Data { behaviour => parameter }
  # not carried over, line 162: validate: code refuses values; 'validate' or 'invariant' could
  attr show_diff, Boolean {
    behaviour => parameter,
    default   => true,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 182: mixin of 'returns': the methods of 'Util' are code
  # not carried over, line 188: method of 'returns': 'change_to_s' is code, which is for the provider
  # not carried over, line 195: method of 'returns': 'retrieve' is code, which is for the provider
  # not carried over, line 204: method of 'returns': 'sync' is code, which is for the provider
  attr returns, Data { default => 0 }
}
