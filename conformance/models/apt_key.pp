# Migrated from apt/lib/puppet/type/apt_key.rb
type Apt_key inherits Resource {
  # not carried over, line 25: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  # not carried over, line 27: validate: code refuses values; 'validate' or 'invariant' could
  # not carried over, line 44: munge of 'id': code makes the values that are kept; 'set' could
  attr id, String {
    behaviour => namevar,
    check     => $it =~ Pattern[/\A(0x)?[0-9a-fA-F]{8}\Z/, /\A(0x)?[0-9a-fA-F]{16}\Z/, /\A(0x)?[0-9a-fA-F]{40}\Z/],
  }
  attr content, Data { behaviour => parameter }
  attr source {
    behaviour => parameter,
    check     => "${it}" =~ Pattern[/\Ahttps?:\/\//, /\Aftp:\/\//, /\A\/\w+/],
  }
  # not carried over, line 63: autorequire: the titles of 'file' are computed, or decided by a condition
  attr server {
    behaviour => parameter,
    default   => 'keyserver.ubuntu.com',
    check     => "${it}" =~ /\A((hkp|hkps|http|https):\/\/)?([a-z\d])([a-z\d-]{0,61}\.)+[a-z\d]+(:\d{2,5})?(\/[a-zA-Z\d\-_.]+)*\/?$/,
  }
  attr options, Data { behaviour => parameter }
  attr refresh, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr weak_ssl, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr fingerprint, Data
  attr long, Data
  attr short, Data
  attr expired, Data
  attr expiry, Data
  attr size, Data
  attr type, Data
  attr created, Data
}
