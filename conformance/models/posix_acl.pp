# Migrated from posix_acl/lib/puppet/type/posix_acl.rb
type Posix_acl inherits Resource {
  autorequire { 'package' => 'acl' }

  attr action, enum[set, unset, exact, purge] { behaviour => parameter, default => set }
  # not carried over, line 53: validate of 'path': code refuses values; 'validate' or 'invariant' could
  attr path, String { behaviour => namevar }
  attr recursemode, enum[lazy, deep] { behaviour => parameter, default => lazy }
  # not carried over, line 74: method: 'descendant?' is code, which is for the provider
  # not carried over, line 83: autorequire: the titles of 'posix_acl' are computed, or decided by a condition
  # not carried over, line 83: autorequire: the titles of 'file' are computed, or decided by a condition
  # not carried over, line 117: method of 'permission': 'is_to_s' is code, which is for the provider
  # not carried over, line 125: method of 'permission': 'should_to_s' is code, which is for the provider
  # not carried over, line 133: method of 'permission': 'retrieve' is code, which is for the provider
  # not carried over, line 139: method of 'permission': 'strip_perms' is code, which is for the provider
  # not carried over, line 155: method of 'permission': 'unset_insync' is code, which is for the provider
  # not carried over, line 166: method of 'permission': 'set_insync' is code, which is for the provider
  # not carried over, line 172: method of 'permission': 'purge_insync' is code, which is for the provider
  # not carried over, line 181: method of 'permission': 'insync?' is code, which is for the provider
  # not carried over, line 189: munge of 'permission': code makes the values that are kept; 'set' could
  attr permission, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  attr recursive, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 237: method: 'pick_default_perms' is code, which is for the provider
  # not carried over, line 241: method: 'newchild' is code, which is for the provider
  # not carried over, line 252: method: 'generate' is code, which is for the provider
  # not carried over, line 277: validate: it asks for something that logic of the language would answer differently
}
