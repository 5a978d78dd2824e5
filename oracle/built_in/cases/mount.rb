# The cases of mount: names with manifests, and what there is before. Only file systems in memory are mounted.
fstab = "# static\n/dev/sda1\t/\text4\terrors=remount-ro\t0\t1\ntmpfs\t%D/there\ttmpfs\tsize=1M\t0\t0\nshort\n"
accounts = { 'etc/passwd' => "root:x:0:0:root:/root:/bin/sh\n", 'etc/group' => "root:x:0:\n" }
{
  'defined' => { manifest: "mount { '%D/new': ensure => defined, device => 'tmpfs', fstype => 'tmpfs' }" },
  'present with everything' => { manifest: "mount { '%D/new/': ensure => present, device => 'tmpfs', fstype => 'tmpfs', options => 'size=2M,noexec', dump => 1, pass => 2 }" },
  'mounted' => { manifest: "mount { '%D/new': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs', options => 'size=2M' }" },
  'mounted of what is defined' => { manifest: "mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }" },
  'unmounted' => { manifest: ["mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }", "mount { '%D/there': ensure => unmounted, device => 'tmpfs', fstype => 'tmpfs' }", "mount { '%D/there': ensure => unmounted }"] },
  'unmounted of what is new' => { manifest: "mount { '%D/new': ensure => unmounted, device => 'tmpfs', fstype => 'tmpfs' }" },
  'absent' => { manifest: ["mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }", "mount { '%D/there': ensure => absent }", "mount { '%D/there': ensure => absent }"] },
  'absent of what is not mounted' => { manifest: "mount { ['%D/there', '%D/new']: ensure => absent }" },
  'options change' => { manifest: "mount { '%D/there': ensure => defined, device => 'tmpfs', fstype => 'tmpfs', options => 'size=2M', dump => 0, pass => 1 }" },
  'options change while it is mounted' => { manifest: ["mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }", "mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs', options => 'size=2M' }", "mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs', options => 'size=2M' }"] },
  'options change without remounts' => { manifest: ["mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }", "mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs', options => 'size=2M', remounts => false }"] },
  'noop' => { manifest: "mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs', options => 'size=2M' } mount { '%D/new': ensure => defined, device => 'x', fstype => 'ext4' }", options: ['--noop'] },
  'no ensure' => { manifest: "mount { '%D/there': options => 'size=3M' } mount { '%D/new': device => 'x' }" },
  'refreshed' => { manifest: ["mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }", "notify { 'n': } ~> mount { '%D/there': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }"] },
  'a folder that is missing' => { manifest: "mount { '%D/no': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }" },
  'without a type' => { manifest: "mount { '%D/new': ensure => defined, device => 'tmpfs' }" },
  'without a device' => { manifest: "mount { '%D/new': ensure => defined, fstype => 'tmpfs' }" },
  'a name with a space' => { before: { 'a b' => nil }, manifest: "mount { '%D/a b': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }" },
  'options with a space' => { manifest: "mount { '%D/new': ensure => defined, device => 'tmpfs', fstype => 'tmpfs', options => 'a b' }" },
  'options that are empty' => { manifest: "mount { '%D/new': ensure => defined, device => 'tmpfs', fstype => 'tmpfs', options => '' }" },
  'a dump that is wrong' => { manifest: "mount { '%D/new': ensure => defined, device => 'tmpfs', fstype => 'tmpfs', dump => 'x' }" },
  'an ensure that is wrong' => { manifest: "mount { '%D/new': ensure => maybe, device => 'tmpfs', fstype => 'tmpfs' }" },
  'values in arrays' => { manifest: "mount { '%D/new': ensure => defined, device => ['x', 'y'], fstype => ['tmpfs'], options => ['size=1M', 'noexec'], pass => [1], dump => ['0'] }" },
  'a device that is a number' => { manifest: "mount { '%D/new': ensure => defined, device => 5, fstype => 'tmpfs' }" },
  'an atboot that is wrong' => { manifest: "mount { '%D/new': ensure => defined, device => 'tmpfs', fstype => 'tmpfs', atboot => 'x' }" },
  'an atboot that is right' => { manifest: "mount { '%D/new': ensure => defined, device => 'tmpfs', fstype => 'tmpfs', atboot => 'yes' }" },
  'mounts come after those above and before files below' => { manifest: "file { '%D/new/sub/f': content => 'x' } mount { '%D/new/sub': ensure => defined, device => 'b', fstype => 'ext4' } mount { '%D/new': ensure => defined, device => 'a', fstype => 'ext4' }", before: { 'new/sub' => nil } },
  'target' => { manifest: "mount { '%D/new': ensure => defined, device => 'tmpfs', fstype => 'tmpfs', target => '/etc/other' }" },
  'audited' => { manifest: ["mount { ['%D/there', '%D/new']: audit => [ensure, device, fstype, options, pass, dump, target] }"] * 2 },
  'one of the list' => { resource: ['mount', '%D/there'] },
  'one that is not there' => { resource: ['mount', '%D/nowhere'] },
}.transform_values do |test|
  { mounts: ['/etc'], modules: ['mount_core'] }.merge(test, before: accounts.merge('etc/fstab' => fstab, 'new' => nil, 'there' => nil).merge(test.fetch(:before, {})))
end
