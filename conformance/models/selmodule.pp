# Migrated from selinux_core/lib/puppet/type/selmodule.rb
type Selmodule inherits Resource {
  # not carried over, line 15: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar }
  attr selmoduledir, Data { behaviour => parameter, default => '/usr/share/selinux/targeted' }
  attr selmodulepath, Data { behaviour => parameter }
  attr syncversion, Boolean { set => |$given| { Boolean($given) } }
  # not carried over, line 48: autorequire: the titles of 'file' are computed, or decided by a condition
}
