# The cases of service: names with manifests, and what there is before.
#
# Services are files: scripts that note what they were asked for, and a systemctl that does the same. What systemd itself
# would do is tested elsewhere.
script = <<~'SH'
  #!/bin/sh
  ### BEGIN INIT INFO
  # Provides:          foo
  # Required-Start:
  # Required-Stop:
  # Default-Start:     2 3 4 5
  # Default-Stop:      0 1 6
  # Short-Description: foo
  ### END INIT INFO
  test "$1" = status || echo "$1" >> /run/calls
  case "$1" in
  start|restart) test ! -e /run/broken && touch /run/running || { echo it is broken; exit 3; } ;;
  stop) rm -f /run/running ;;
  status) test -e /run/running ;;
  esac
SH
systemctl = <<~'SH'
  #!/bin/sh
  verb=$1
  case $verb in is-active|is-enabled|show|cat) ;; *) echo "$*" >> /run/calls ;; esac
  for name; do :; done
  unit=/run/units/$name
  case $verb in
  is-active) test -e $unit.active ;;
  start|restart) test -e $unit.broken && { echo "Job for $name failed."; exit 1; } || touch $unit.active ;;
  stop) test -e $unit.stuck && exit 1 || rm -f $unit.active ;;
  is-enabled)
    for state in masked static indirect enabled; do
      if test -e $unit.$state; then echo $state; test $state != masked; exit; fi
    done
    if test -e $unit.unit; then echo disabled; exit 1; fi
    echo "Failed to get unit file state" >&2
    exit 1 ;;
  enable) test -e $unit.unit && touch $unit.enabled || { echo "Unit $name does not exist"; exit 1; } ;;
  disable) rm -f $unit.enabled ;;
  mask) touch $unit.masked ;;
  unmask) rm -f $unit.masked ;;
  cat) test -e $unit.unit ;;
  show) if test -e $unit.reload; then echo NeedDaemonReload=yes; else echo NeedDaemonReload=no; fi ;;
  daemon-reload) rm -f /run/units/*.reload ;;
  esac
SH
levels = %w[0 1 2 3 4 5 6 S].map { |level| "/etc/rc#{level}.d" }
scripts = { mounts: ['/etc/init.d', *levels, '/run'], root: true }
with_script = { 'etc/init.d/foo' => [script, 0o755] }
systemd = { mounts: ['/proc/1/comm', '/usr/bin/systemctl', '/usr/bin/journalctl', '/run'], root: true }
units = {
  'run/systemd/system' => nil, 'run/units/foo.unit' => '', 'proc/1/comm' => "systemd\n",
  'usr/bin/systemctl' => [systemctl, 0o755], 'usr/bin/journalctl' => ["#!/bin/sh\necho \"$*\" >> /run/calls\necho it did not work\n", 0o755],
}
of_systemd = ->(manifest, more = {}) { systemd.merge(before: units.merge(more), manifest: manifest) }
of_script = ->(manifest, more = {}) { scripts.merge(before: with_script.merge(more), manifest: manifest) }
base = "provider => base, start => '/bin/touch %D/running', stop => '/bin/rm %D/running', status => '/usr/bin/test -e %D/running'"
{
  'systemd starts' => of_systemd.("service { 'foo': ensure => running }"),
  'systemd starts and enables' => of_systemd.("service { 'foo': ensure => running, enable => true }"),
  'systemd enables what runs' => of_systemd.("service { 'foo': ensure => running, enable => true }", 'run/units/foo.active' => ''),
  'systemd enables' => of_systemd.("service { 'foo': enable => true }"),
  'systemd stops and disables' => of_systemd.("service { 'foo': ensure => stopped, enable => false }", 'run/units/foo.active' => '', 'run/units/foo.enabled' => ''),
  'systemd disables' => of_systemd.("service { 'foo': enable => false }", 'run/units/foo.enabled' => ''),
  'systemd masks' => of_systemd.("service { 'foo': ensure => stopped, enable => mask }", 'run/units/foo.active' => '', 'run/units/foo.enabled' => ''),
  'systemd masks what is stopped' => of_systemd.("service { 'foo': enable => mask }", 'run/units/foo.enabled' => ''),
  'systemd masks what is missing' => of_systemd.("service { 'bar': enable => mask }"),
  'systemd disables what is masked' => of_systemd.("service { 'foo': enable => false }", 'run/units/foo.masked' => ''),
  'systemd enables what is masked' => of_systemd.("service { 'foo': enable => true }", 'run/units/foo.masked' => ''),
  'systemd starts what is masked' => of_systemd.("service { 'foo': ensure => running }", 'run/units/foo.masked' => ''),
  'systemd enables what is static' => of_systemd.("service { 'foo': enable => true }", 'run/units/foo.static' => ''),
  'systemd disables what is static' => of_systemd.("service { 'foo': enable => false }", 'run/units/foo.static' => ''),
  'systemd masks what is static' => of_systemd.("service { 'foo': enable => mask }", 'run/units/foo.static' => ''),
  'systemd enables what is indirect' => of_systemd.("service { 'foo': enable => true }", 'run/units/foo.indirect' => ''),
  'systemd enables what is missing' => of_systemd.("service { 'bar': enable => true }"),
  'systemd disables what is missing' => of_systemd.("service { 'bar': enable => false }"),
  'systemd cannot start' => of_systemd.("service { 'foo': ensure => running, enable => true } -> notify { 'n': }", 'run/units/foo.broken' => ''),
  'systemd cannot stop' => of_systemd.("service { 'foo': ensure => stopped }", 'run/units/foo.active' => '', 'run/units/foo.stuck' => ''),
  'systemd reads again' => of_systemd.("service { 'foo': ensure => running }", 'run/units/foo.reload' => ''),
  'systemd refreshes' => of_systemd.("notify { 'n': } ~> service { 'foo': ensure => running, enable => true }", 'run/units/foo.active' => '', 'run/units/foo.reload' => ''),
  'systemd refreshes without ensure' => of_systemd.("notify { ['n', 'm']: notify => Service['foo'] } service { 'foo': }", 'run/units/foo.active' => ''),
  'systemd refreshes what does not run' => of_systemd.("notify { 'n': } ~> service { 'foo': }"),
  'systemd refreshes what it starts' => of_systemd.("notify { 'n': } ~> service { 'foo': ensure => running }"),
  'systemd refreshes what it stops' => of_systemd.("notify { 'n': } ~> service { 'foo': ensure => stopped }", 'run/units/foo.active' => ''),
  'systemd refreshes what it enables' => of_systemd.("notify { 'n': } ~> service { 'foo': enable => true } ~> notify { 'm': }", 'run/units/foo.active' => ''),
  'systemd cannot refresh' => of_systemd.("notify { 'n': } ~> service { 'foo': ensure => running } -> notify { 'm': }", 'run/units/foo.active' => '', 'run/units/foo.broken' => ''),
  'systemd with commands' => of_systemd.("service { 'foo': ensure => running, start => '/bin/touch /run/started', status => '/usr/bin/test -e /run/started' }"),
  'systemd with a restart command' => of_systemd.("notify { 'n': } ~> service { 'foo': ensure => running, restart => '/bin/touch /run/restarted' }", 'run/units/foo.active' => ''),
  'systemd without hasstatus' => of_systemd.("service { 'foo': ensure => running, hasstatus => false, hasrestart => true }"),
  'systemd with a suffix' => of_systemd.("service { 'foo.timer': ensure => running, enable => true }", 'run/units/foo.timer.unit' => ''),
  'systemd manual' => of_systemd.("service { 'foo': enable => manual }"),
  'systemd delayed' => of_systemd.("service { 'foo': enable => delayed }"),
  'systemd noop' => systemd.merge(before: units.merge('run/units/foo.enabled' => ''), manifest: "notify { 'n': } ~> service { 'foo': ensure => running, enable => false }", options: ['--noop']),
  'systemd noop of enable' => systemd.merge(before: units.merge('run/units/foo.active' => ''), manifest: "notify { 'n': } ~> service { 'foo': ensure => running, enable => true }", options: ['--noop']),
  'systemd in words' => of_systemd.("service { 'foo': ensure => true, enable => 'true' }"),
  'systemd in other words' => of_systemd.("service { 'foo': ensure => 'false', enable => 'false' }", 'run/units/foo.active' => ''),
  'systemd with a name' => of_systemd.("service { 'x': name => 'foo', ensure => running }"),
  'systemd with what does not count' => of_systemd.("service { 'foo': ensure => running, flags => '-x', control => 'X', manifest => '/x', binary => '/bin/x', pattern => 'x', path => '/x', timeout => 5 }"),
  'a script starts' => of_script.("service { 'foo': ensure => running }"),
  'a script stops' => of_script.("service { 'foo': ensure => stopped }", 'run/running' => ''),
  'a script cannot start' => of_script.("service { 'foo': ensure => running } -> notify { 'n': }", 'run/broken' => ''),
  'a script is enabled' => of_script.("service { 'foo': enable => true }"),
  'a script is started and enabled' => of_script.("service { 'foo': ensure => running, enable => true }"),
  'a script is disabled' => of_script.("service { 'foo': enable => false }", %w[2 3 4 5].to_h { |level| ["etc/rc#{level}.d/S01foo", :'../init.d/foo'] }),
  'a script is masked' => of_script.("service { 'foo': enable => mask }"),
  'a script is missing' => of_script.("service { 'bar': ensure => running }"),
  'a script that is missing is stopped' => of_script.("service { 'bar': ensure => stopped }"),
  'a script that is missing is enabled' => of_script.("service { 'bar': enable => true }"),
  'a script is refreshed' => of_script.("notify { 'n': } ~> service { 'foo': ensure => running }", 'run/running' => ''),
  'a script is refreshed by restart' => of_script.("notify { 'n': } ~> service { 'foo': ensure => running, hasrestart => true }", 'run/running' => ''),
  'a script cannot be refreshed' => of_script.("notify { 'n': } ~> service { 'foo': ensure => running, hasrestart => true }", 'run/running' => '', 'run/broken' => ''),
  'a script in another folder' => of_script.("service { 'bar': ensure => running, path => ['/no/such', '%D/other'], status => '/usr/bin/test -e /run/running' }", 'other/bar' => [script, 0o755]),
  'a script with an ending' => of_script.("service { 'bar': ensure => running, path => '/no/such:%D/other', status => '/usr/bin/test -e /run/running' }", 'other/bar.sh' => [script, 0o755]),
  'a script with a status command' => of_script.("service { 'foo': ensure => running, status => 'test -e /run/running && true' }"),
  'a script noop' => of_script.("service { 'foo': ensure => running, enable => true }").merge(options: ['--noop']),
  'base starts' => { manifest: "service { 'foo': ensure => running, #{base} }" },
  'base stops' => { before: { 'running' => '' }, manifest: "service { 'foo': ensure => stopped, #{base} }" },
  'base refreshes' => { before: { 'running' => '' }, manifest: "notify { 'n': } ~> service { 'foo': ensure => running, #{base} }" },
  'base refreshes by restart' => { before: { 'running' => '' }, manifest: "notify { 'n': } ~> service { 'foo': ensure => running, #{base}, restart => '/bin/touch %D/restarted' }" },
  'base cannot refresh' => { before: { 'running' => '' }, manifest: "notify { 'n': } ~> service { 'foo': ensure => running, #{base}, restart => '/bin/sh -c \"echo no; exit 7\"' } -> notify { 'm': }" },
  'base with a shell' => { manifest: "service { 'foo': ensure => running, provider => base, start => 'echo $((1+1)) > %D/a', status => '[ -e %D/a ]' }" },
  'base without a start command' => { manifest: "service { 'foo': ensure => running, provider => base, status => '/bin/false' }" },
  'base with a binary' => { manifest: "service { 'foo': ensure => running, provider => base, status => '/usr/bin/test -e %D/a', binary => '/bin/touch %D/a' }" },
  'base cannot start' => { manifest: "service { 'foo': ensure => running, provider => base, status => '/bin/false', start => '/bin/false' }" },
  'base with a missing status command' => { manifest: "service { 'foo': ensure => running, provider => base, status => '%D/no', start => '/bin/true' }", once: true },
  'base cannot stop' => { manifest: "service { 'foo': ensure => stopped, provider => base, status => '/bin/true', stop => '/bin/sh -c \"echo no >&2; exit 9\"' }" },
  'base stops what it does not find' => { manifest: "service { 'no such process': ensure => stopped, provider => base, status => '/bin/true' }" },
  'base enables' => { manifest: "service { 'foo': enable => true, ensure => running, #{base} }" },
  'base noop' => { manifest: "service { 'foo': ensure => running, #{base} }", options: ['--noop'] },
  'base with a wrong pattern' => { manifest: "service { 'foo': ensure => running, provider => base, pattern => '(' }" },
  'an unknown provider' => { manifest: "service { 'foo': ensure => running, provider => fish }" },
  'systemd audited' => systemd.merge(before: units, manifest: ["service { ['foo', 'bar']: audit => all }", "service { 'foo': ensure => running, enable => true }", "service { ['foo', 'bar']: audit => all }", "service { 'foo': enable => mask }", "service { ['foo', 'bar']: audit => all }"]),
  'systemd audited and managed' => systemd.merge(before: units, manifest: ["service { 'foo': audit => all, ensure => running }"] * 3),
  'a script audited' => of_script.("service { ['foo', 'bar']: audit => all }"),
  'base audited' => { manifest: ["service { 'foo': audit => all, #{base} }", "service { 'foo': ensure => running, #{base} }", "service { 'foo': audit => all, #{base} }"] },
  'a wrong ensure' => { manifest: "service { 'foo': ensure => present, provider => base }" },
  'a wrong enable' => of_systemd.("service { 'foo': enable => maybe }"),
  'a wrong hasstatus' => { manifest: "service { 'foo': hasstatus => maybe, provider => base }" },
  'a wrong hasrestart' => { manifest: "service { 'foo': hasrestart => maybe, provider => base }" },
  'base with words' => { manifest: "service { 'foo': ensure => running, provider => base, start => ['/bin/touch', '%D/a b'], status => ['/usr/bin/test', '-e', '%D/a b'] }" },
  'base with secrets' => { manifest: "service { 'foo': ensure => running, provider => base, start => Sensitive('/bin/touch %D/a'), status => Sensitive('/usr/bin/test -e %D/a') }" },
}
