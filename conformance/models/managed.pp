# Resources that inherit from another type of resources, and one with two namevars.

type Managed inherits Resource {
  abstract
  desc 'What all of them have'
  attr ensure, enum[present, absent] { default => present }
  attr owner,  String { default => 'root' }
  attr mode,   String { check => { case $it { /\A[0-7]{3,4}\z/: { true } default: { "'${it}' is no mode" } } } }
}

type Certificate inherits Managed {
  desc 'A certificate in a file'
  features supports_noop
  attr path,    String  { behaviour => namevar, check => $it =~ /\A\/.+\.pem\z/ }
  attr days,    Integer { default => 365, check => $it in [30, 90, 365] or $it > 1000 }
  attr names,   String  { min => 1, max => 100, check => { $it ? { /\A\*\./ => true, /\*/ => 'a star stands first', default => true } } }
  attr expires, String  { behaviour => read_only }
  invariant 'a certificate for everybody is short-lived' { $days <= 90 or !($names.any |$name| { $name =~ /\A\*/ }) }
}

type Mount_option inherits Resource {
  desc 'One option of one mount'
  attr mount,  String { behaviour => namevar }
  attr option, String { behaviour => namevar }
  attr value,  String { unsettable => true }
  attr weight, Float  { behaviour => parameter, default => 0.5 }
}
