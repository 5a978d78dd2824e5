# Migrated from sshkeys_core/lib/puppet/type/ssh_authorized_key.rb
type Ssh_authorized_key inherits Resource {
  # not carried over, line 42: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar }
  attr drop_privileges, Boolean {
    behaviour => parameter,
    default   => true,
    set       => |$given| { Boolean($given) },
  }
  attr type, enum['ssh-dss', 'ssh-rsa', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-ed25519', 'sk-ecdsa-sha2-nistp256@openssh.com', 'sk-ssh-ed25519@openssh.com', 'ssh-rsa-cert-v01@openssh.com', 'ssh-ed25519-cert-v01@openssh.com', 'ssh-dss-cert-v01@openssh.com', 'ecdsa-sha2-nistp256-cert-v01@openssh.com', 'ecdsa-sha2-nistp384-cert-v01@openssh.com', 'ecdsa-sha2-nistp521-cert-v01@openssh.com'] {
    set => |$given| { "${given}" ? { /\Adsa\z/ => 'ssh-dss', /\Aed25519\z/ => 'ssh-ed25519', /\Arsa\z/ => 'ssh-rsa', /\Aecdsa\-sk\z/ => 'sk-ecdsa-sha2-nistp256@openssh.com', /\Aed25519\-sk\z/ => 'sk-ssh-ed25519@openssh.com', default => "${given}" } },
  }
  attr key, Data {
    validate => { if $it =~ Pattern[/\s/] { "Key must not contain whitespace: ${it}" } },
  }
  attr user, Data
  # not carried over, line 109: method of 'target': 'should' is code, which is for the provider
  # not carried over, line 122: method of 'target': 'insync?' is code, which is for the provider
  attr target, Data { default => absent }
  attr options, Data {
    max      => unbound,
    default  => absent,
    validate => {
      if !(false or ($it =~ Pattern[/^[-a-z0-9A-Z_]+(?:=\".*?\")?$/])) {
        "Option ${it} is not valid. A single option must either be of the form 'option' or 'option=\"value\"'. Multiple options must be provided as an array"
      }
    },
    set      => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  # not carried over, line 153: autorequire: the titles of 'user' are computed, or decided by a condition
  # not carried over, line 157: validate: code refuses values; 'validate' or 'invariant' could
  # not carried over, line 175: method: 'keyline_regex' is code, which is for the provider
}
