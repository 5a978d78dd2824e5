# The cases of resources: names with manifests, and what there is before.
hosts = "127.0.0.1\tlocalhost\n192.0.2.1\tone\n192.0.2.2\ttwo\n"
accounts = { 'etc/passwd' => "root:x:0:0:root:%D/root:/bin/sh\n", 'etc/group' => "root:x:0:\n", 'etc/hosts' => hosts }
{
  'purge' => { manifest: "resources { 'host': purge => true } host { ['localhost', 'one']: ensure => present }" },
  'purge everything' => { manifest: "resources { 'host': purge => true }" },
  'purge off' => { manifest: "resources { 'host': purge => false }" },
  'no purge' => { manifest: "resources { 'host': }" },
  'purge as a word' => { manifest: "resources { 'host': purge => 'yes' }" },
  'a wrong purge' => { manifest: "resources { 'host': purge => maybe }" },
  'noop of one' => { manifest: "resources { 'host': purge => true, noop => true }" },
  'the level of the log' => { manifest: "resources { 'host': purge => true, loglevel => warning }" },
  'refreshes others' => { manifest: "resources { 'host': purge => true, notify => Exec['/bin/true'] } exec { '/bin/true': refreshonly => true }" },
  'another title' => { manifest: "resources { 'hosts': name => 'host', purge => true }" },
  'a name that is written large' => { manifest: "resources { 'Host': purge => true }" },
  'an unknown type' => { manifest: "resources { 'nonsense': purge => true }" },
  'an unknown type without purge' => { manifest: "resources { 'nonsense': }" },
  'a type without ensure' => { manifest: "resources { 'notify': purge => true }" },
  'a type without ensure and without purge' => { manifest: "resources { 'notify': purge => false }" },
  'a type that cannot be listed' => { manifest: "resources { 'file': purge => true }" },
  'keys' => { before: { 'root/.ssh/authorized_keys' => "ssh-rsa AAAA me\n" }, manifest: "resources { 'ssh_authorized_key': purge => true }" },
  'a wrong limit' => { manifest: "resources { 'host': unless_system_user => 'some' }" },
  'wrong numbers' => { manifest: "resources { 'host': unless_uid => 'some' }" },
  'limits that mean nothing' => { manifest: "resources { 'host': purge => true, unless_system_user => 500, unless_uid => [1, '2'] }" },
  'an unknown attribute' => { manifest: "resources { 'host': colour => red }" },
}.transform_values { |test| { mounts: ['/etc'], modules: %w[host_core sshkeys_core] }.merge(test, before: accounts.merge(test.fetch(:before, {}))) }
