# Migrated from selinux_core/lib/puppet/type/selboolean.rb
type Selboolean inherits Resource {
  attr name, String { behaviour => namevar }
  # not carried over, line 21: munge of 'value': code makes the values that are kept; 'set' could
  attr value, enum[on, off, 'true', 'false'] { set => |$given| { "${given}" } }
  attr persistent, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
}
