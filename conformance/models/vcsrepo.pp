# Migrated from vcsrepo/lib/puppet/type/vcsrepo.rb
type Vcsrepo inherits Resource {
  autorequire { 'package' => ['git', 'git-core'] }

  # not carried over, line 6: feature: 'gzip_compression' tells providers apart; there is one here
  # not carried over, line 8: feature: 'basic_auth' tells providers apart; there is one here
  # not carried over, line 10: feature: 'bare_repositories' tells providers apart; there is one here
  # not carried over, line 15: feature: 'filesystem_types' tells providers apart; there is one here
  # not carried over, line 18: feature: 'reference_tracking' tells providers apart; there is one here
  # not carried over, line 22: feature: 'ssh_identity' tells providers apart; there is one here
  # not carried over, line 25: feature: 'user' tells providers apart; there is one here
  # not carried over, line 28: feature: 'modules' tells providers apart; there is one here
  # not carried over, line 31: feature: 'multiple_remotes' tells providers apart; there is one here
  # not carried over, line 34: feature: 'configuration' tells providers apart; there is one here
  # not carried over, line 37: feature: 'cvs_rsh' tells providers apart; there is one here
  # not carried over, line 40: feature: 'depth' tells providers apart; there is one here
  # not carried over, line 43: feature: 'branch' tells providers apart; there is one here
  # not carried over, line 46: feature: 'p4config' tells providers apart; there is one here
  # not carried over, line 49: feature: 'submodules' tells providers apart; there is one here
  # not carried over, line 52: feature: 'conflict' tells providers apart; there is one here
  # not carried over, line 56: call of 'ensure': 'attr_accessor' means nothing to a type of the language
  # not carried over, line 58: method of 'ensure': 'insync?' is code, which is for the provider
  # not carried over, line 75: newvalue of 'ensure': what is done to set 'present' is for the provider
  # not carried over, line 80: newvalue of 'ensure': what is done to set 'bare' is for the provider
  # not carried over, line 80: option of 'ensure': 'newvalue' means nothing to a type of the language
  # not carried over, line 86: newvalue of 'ensure': what is done to set 'absent' is for the provider
  # not carried over, line 90: newvalue of 'ensure': what is done to set 'latest' is for the provider
  # not carried over, line 90: option of 'ensure': 'newvalue' means nothing to a type of the language
  # not carried over, line 108: method of 'ensure': 'retrieve' is code, which is for the provider
  attr ensure, enum[present, bare, absent, latest]
  # not carried over, line 128: validate of 'path': code refuses values; 'validate' or 'invariant' could
  attr path, String { behaviour => namevar }
  attr source, Data { behaviour => parameter }
  # not carried over, line 140: option of 'fstype': 'required_features' means nothing to a type of the language
  attr fstype, Data { behaviour => parameter }
  attr revision { check => "${it}" =~ /^\S+$/ }
  attr owner, Data { behaviour => parameter }
  attr group, Data { behaviour => parameter }
  attr user, Data { behaviour => parameter }
  attr excludes, Data { behaviour => parameter }
  attr force, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 171: option of 'compression': 'required_features' means nothing to a type of the language
  # not carried over, line 173: validate of 'compression': code refuses values; 'validate' or 'invariant' could
  attr compression, Data { behaviour => parameter }
  # not carried over, line 180: option of 'basic_auth_username': 'required_features' means nothing to a type of the language
  attr basic_auth_username, Data { behaviour => parameter }
  # not carried over, line 184: option of 'basic_auth_password': 'required_features' means nothing to a type of the language
  attr basic_auth_password, Data { behaviour => parameter }
  # not carried over, line 188: option of 'identity': 'required_features' means nothing to a type of the language
  attr identity, Data { behaviour => parameter }
  # not carried over, line 192: option of 'module': 'required_features' means nothing to a type of the language
  attr module, Data { behaviour => parameter }
  # not carried over, line 196: option of 'remote': 'required_features' means nothing to a type of the language
  attr remote, Data { behaviour => parameter, default => origin }
  # not carried over, line 201: option of 'configuration': 'required_features' means nothing to a type of the language
  attr configuration, Data { behaviour => parameter }
  # not carried over, line 205: option of 'cvs_rsh': 'required_features' means nothing to a type of the language
  attr cvs_rsh, Data { behaviour => parameter }
  # not carried over, line 209: option of 'depth': 'required_features' means nothing to a type of the language
  attr depth, Data { behaviour => parameter }
  # not carried over, line 213: option of 'branch': 'required_features' means nothing to a type of the language
  attr branch, Data { behaviour => parameter }
  # not carried over, line 217: option of 'p4config': 'required_features' means nothing to a type of the language
  attr p4config, Data { behaviour => parameter }
  # not carried over, line 221: option of 'submodules': 'required_features' means nothing to a type of the language
  attr submodules, Boolean {
    behaviour => parameter,
    default   => true,
    set       => |$given| { Boolean($given) },
  }
  attr conflict, Data { behaviour => parameter }
}
