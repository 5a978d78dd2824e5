# The cases of ssh_authorized_key: names with manifests, and what there is before.
keys = "# mine\nssh-rsa AAAAone one@host\nfrom=\"10.0.0.1\",no-pty ssh-ed25519 AAAAtwo two words\nssh-rsa AAAAnameless \n1024 35 12345 old@host\n"
accounts = {
  'etc/passwd' => "root:x:0:0:root:%D/keeper:/bin/sh\nann:x:12345:12345::%D/home/ann:/bin/sh\n",
  'etc/group' => "root:x:0:\nann:x:12345:\n",
  'keeper' => 0o700,
}
keyed = { 'keeper/.ssh' => 0o700, 'keeper/.ssh/authorized_keys' => [keys, 0o600] }
{
  'create' => { manifest: "ssh_authorized_key { 'new': ensure => present, user => 'root', type => 'ssh-rsa', key => 'AAAAnew' }" },
  'create without ensure' => { manifest: "ssh_authorized_key { 'new': user => 'root', type => 'ssh-rsa', key => 'AAAAnew' }" },
  'create beside others' => { before: keyed, manifest: "ssh_authorized_key { 'new': ensure => present, user => 'root', type => 'rsa', key => 'AAAAnew', options => ['no-pty', 'command=\"/bin/true x\"'] }" },
  'create two' => { before: keyed, manifest: "ssh_authorized_key { ['a', 'b']: ensure => present, user => 'root', type => 'ed25519', key => 'AAAAnew' }" },
  'create with a target' => { before: keyed, manifest: "ssh_authorized_key { 'new': ensure => present, user => 'root', type => 'ssh-rsa', key => 'AAAAnew', target => '%D/keeper/keys' }" },
  'a target without a user' => { before: keyed, manifest: "ssh_authorized_key { 'new': ensure => present, type => 'ssh-rsa', key => 'AAAAnew', target => '%D/keeper/keys' }" },
  'neither user nor target' => { manifest: "ssh_authorized_key { 'new': ensure => present, type => 'ssh-rsa', key => 'AAAAnew' }" },
  'a user who does not exist' => { manifest: "ssh_authorized_key { 'new': ensure => present, user => 'nobody-here', type => 'ssh-rsa', key => 'AAAAnew' }" },
  'in sync' => { before: keyed, manifest: "ssh_authorized_key { 'one@host': ensure => present, user => 'root', type => 'ssh-rsa', key => 'AAAAone' } ssh_authorized_key { 'two words': ensure => present, user => 'root', type => 'ssh-ed25519', key => 'AAAAtwo', options => ['from=\"10.0.0.1\"', 'no-pty'] }" },
  'change the key' => { before: keyed, manifest: "ssh_authorized_key { 'one@host': user => 'root', type => 'ssh-rsa', key => 'AAAAother' }" },
  'change the type' => { before: keyed, manifest: "ssh_authorized_key { 'one@host': user => 'root', type => 'ssh-ed25519', key => 'AAAAone' }" },
  'change options' => { before: keyed, manifest: "ssh_authorized_key { 'two words': user => 'root', options => ['no-pty'] } ssh_authorized_key { 'one@host': user => 'root', options => 'no-pty' }" },
  'take options away' => { before: keyed, manifest: "ssh_authorized_key { 'two words': user => 'root' }" },
  'absent' => { before: keyed, manifest: "ssh_authorized_key { ['one@host', 'nothing']: ensure => absent, user => 'root' }" },
  'noop' => { before: keyed, manifest: "ssh_authorized_key { 'one@host': user => 'root', type => 'ssh-rsa', key => 'AAAAother' } ssh_authorized_key { 'new': ensure => present, user => 'root', type => 'ssh-rsa', key => 'AAAAnew' }", options: ['--noop'] },
  'audited and changed' => { before: keyed, manifest: ["ssh_authorized_key { ['one@host', 'two words']: user => 'root', audit => [type, key, options] }", "ssh_authorized_key { 'two words': user => 'root', options => ['no-pty'] } ssh_authorized_key { 'one@host': user => 'root', key => 'AAAAelse', options => 'no-pty' }", "ssh_authorized_key { ['one@host', 'two words']: user => 'root', audit => [type, key, options] }"] },
  'no key' => { before: keyed, manifest: "ssh_authorized_key { 'new': ensure => present, user => 'root', type => 'ssh-rsa' }" },
  'a key with a space' => { manifest: "ssh_authorized_key { 'new': ensure => present, user => 'root', type => 'ssh-rsa', key => 'AAAA new' }" },
  'a type that is wrong' => { manifest: "ssh_authorized_key { 'new': ensure => present, user => 'root', type => 'rot13', key => 'AAAAnew' }" },
  'an option that is wrong' => { manifest: "ssh_authorized_key { 'new': ensure => present, user => 'root', type => 'ssh-rsa', key => 'AAAAnew', options => 'a b' }" },
  'values in arrays' => { before: keyed, manifest: "ssh_authorized_key { 'new': ensure => present, user => ['root'], type => ['rsa', 'dsa'], key => ['AAAAnew', 'AAAAother'] }" },
  'a type that is a secret' => { before: keyed, manifest: "ssh_authorized_key { 'new': ensure => present, user => 'root', type => Sensitive('rsa'), key => 'AAAAnew' }" },
  'permissions are put right' => { before: { 'keeper/.ssh' => 0o700, 'keeper/.ssh/authorized_keys' => [keys, 0o644] }, manifest: "ssh_authorized_key { 'one@host': ensure => absent, user => 'root' }" },
}.transform_values { |test| { mounts: ['/etc'], modules: ['sshkeys_core'] }.merge(test, before: accounts.merge(test.fetch(:before, {}))) }
