# Migrated from vswitch/lib/puppet/type/vs_ssl.rb
type Vs_ssl inherits Resource {
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar, check => $it =~ /^\w+$/ }
  attr key_file, Data {
    behaviour => parameter,
    validate  => { if !($it =~ String) { 'Key file path must be a string' } },
  }
  attr cert_file, Data {
    behaviour => parameter,
    validate  => { if !($it =~ String) { 'Certificate file path must be a string' } },
  }
  # not carried over, line 30: validate of 'ca_file': code refuses values; 'validate' or 'invariant' could
  attr ca_file, Data { behaviour => parameter }
  attr bootstrap, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
}
