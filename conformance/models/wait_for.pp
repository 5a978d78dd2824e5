# Migrated from wait_for/lib/puppet/type/wait_for.rb
type Wait_for inherits Resource {
  # not carried over, line 76: method: 'newcheck' is code, which is for the provider
  # not carried over, line 77: code: it runs when Ruby loads the type
  # not carried over, line 79: option of 'refreshonly': options that the text does not tell
  # not carried over, line 259: method of 'refreshonly': 'check' is code, which is for the provider
  attr refreshonly, Boolean { behaviour => parameter, set => |$given| { Boolean($given) } }
  # not carried over, line 80: code: it runs when Ruby loads the type
  # not carried over, line 83: method: 'checks' is code, which is for the provider
  # not carried over, line 93: method: 'check_all_attributes' is code, which is for the provider
  # not carried over, line 108: mixin of 'exit_code': the methods of 'Mixins' are code
  # not carried over, line 116: munge of 'exit_code': code makes the values that are kept; 'set' could
  attr exit_code, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  # not carried over, line 122: mixin of 'regex': the methods of 'Mixins' are code
  # not carried over, line 129: munge of 'regex': code makes the values that are kept; 'set' could
  attr regex, Data
  # not carried over, line 136: munge of 'seconds': code makes the values that are kept; 'set' could
  attr seconds, Data
  # not carried over, line 147: validate of 'query': code refuses values; 'validate' or 'invariant' could
  attr query, String { behaviour => namevar }
  # not carried over, line 162: validate of 'environment': code refuses values; 'validate' or 'invariant' could
  attr environment, Data { behaviour => parameter }
  # not carried over, line 180: munge of 'timeout': code makes the values that are kept; 'set' could
  attr timeout, Data { behaviour => parameter, default => 300 }
  # not carried over, line 202: munge of 'max_retries': code makes the values that are kept; 'set' could
  attr max_retries, Data { behaviour => parameter, default => 119 }
  # not carried over, line 221: munge of 'polling_frequency': code makes the values that are kept; 'set' could
  attr polling_frequency, Data { behaviour => parameter, default => 0.5 }
  # not carried over, line 269: method: 'refresh' is code, which is for the provider
  # not carried over, line 276: validate: it asks for something that logic of the language would answer differently
}
