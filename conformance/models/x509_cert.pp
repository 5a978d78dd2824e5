# Migrated from openssl/lib/puppet/type/x509_cert.rb
type X509_cert inherits Resource {
  autorequire { 'ssl_pkey' => '$private_key', 'file' => '$private_key' }

  attr ensure, enum[present, absent]
  # not carried over, line 9: validate of 'path': code refuses values; 'validate' or 'invariant' could
  attr path, String { behaviour => namevar }
  # not carried over, line 19: default of 'private_key': it is computed, and a default is a literal
  # not carried over, line 23: validate of 'private_key': code refuses values; 'validate' or 'invariant' could
  attr private_key, Data { behaviour => parameter }
  attr days { behaviour => parameter, default => 3650, check => "${it}" =~ /\d+/ }
  attr force, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr password, Data { behaviour => parameter }
  attr req_ext, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 55: default of 'template': it is computed, and a default is a literal
  # not carried over, line 59: validate of 'template': code refuses values; 'validate' or 'invariant' could
  attr template, Data { behaviour => parameter }
  attr authentication { behaviour => parameter, default => rsa, check => "${it}" =~ /[dr]sa/ }
  # not carried over, line 73: autorequire: a later one replaces it
}
