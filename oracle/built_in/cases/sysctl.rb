# The cases of sysctl: names with manifests, and what there is before. What the type of Debian's module knows.
conf = "# kernel\nnet.ipv4.ip_forward=0\nnet.core.somaxconn=128\n"
accounts = { 'etc/passwd' => "root:x:0:0:root:/root:/bin/sh\n", 'etc/group' => "root:x:0:\n" }
{
  'create' => { manifest: "sysctl { 'net.ipv4.tcp_syncookies': val => '1' }" },
  'create with ensure' => { manifest: "sysctl { 'net.ipv4.tcp_syncookies': ensure => present, val => '1' }" },
  'in sync' => { before: { 'etc/sysctl.conf' => "net.ipv4.ip_forward = 0\nnet.core.somaxconn=128\n" }, manifest: "sysctl { 'net.ipv4.ip_forward': ensure => present, val => '0' } sysctl { 'net.core.somaxconn': val => 128 }" },
  'change' => { manifest: "sysctl { 'net.core.somaxconn': val => '256' }" },
  'absent' => { manifest: "sysctl { ['net.core.somaxconn', 'net.core.nothing']: ensure => absent }" },
  'target' => { manifest: "sysctl { 'net.core.somaxconn': ensure => present, val => '256', target => '/etc/other.conf' } sysctl { 'net.core.rmem_max': ensure => present, val => '1', target => '/etc/other.conf' }" },
  'noop' => { manifest: "sysctl { 'net.core.somaxconn': val => '256' } sysctl { 'net.x': ensure => present, val => '1' }", options: ['--noop'] },
  'no value' => { manifest: "sysctl { 'net.x': ensure => present }" },
  'several values' => { manifest: "sysctl { 'net.ipv4.ip_local_port_range': ensure => present, val => \"1024\\t65535\" }" },
  'values in an array' => { manifest: "sysctl { 'net.core.somaxconn': val => ['256', '512'] }" },
  'a line of others with blanks' => { before: { 'etc/sysctl.conf' => "net.ipv4.ip_forward = 0\n" }, manifest: "sysctl { 'net.core.somaxconn': val => '256' }" },
  'audited and changed' => { manifest: ["sysctl { ['net.core.somaxconn', 'net.x']: audit => [ensure, val] }", "sysctl { 'net.core.somaxconn': val => '256' } sysctl { 'net.x': ensure => present, val => '1' }", "sysctl { ['net.core.somaxconn', 'net.x']: audit => [ensure, val] }"] },
  'list' => { resource: ['sysctl'] },
}.transform_values { |test| { mounts: ['/etc'], modules: ['sysctl'] }.merge(test, before: accounts.merge('etc/sysctl.conf' => conf).merge(test.fetch(:before, {}))) }
