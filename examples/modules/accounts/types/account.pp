# An account that may log in, in a JSON file.
type account inherits Resource {
  desc 'Somebody who may log in.'
  features simple_get_filter
  autorequire { file => '$home' }

  attr login, String {
    behaviour => namevar,
    desc      => 'Whom it is for.',
    check     => { if $it !~ /\A[a-z][a-z0-9]*\z/ { "'${it}' is no login: small letters and digits" } },
  }
  attr ensure, enum[present, absent] { default => present, desc => 'Whether it exists.' }
  attr uid, Integer {
    desc  => 'Its number; a text of digits is fine.',
    set   => |$given| { Integer($given) },
    check => { if $it < 1000 { "uid ${it} is for the system" } },
  }
  attr groups, String { max => unbound, desc => 'What it belongs to.', check => $it !~ /[:,]/ }
  attr home,   String { desc => 'Where its files are.' }
  attr shell,  String { default => '/bin/sh', desc => 'What it is greeted by.' }
  attr home_or_none, String { derived => || { if $home { $home } else { 'none' } }, behaviour => parameter }
  attr last_login,   String { behaviour => read_only, desc => 'When it was used last.' }

  invariant 'who is absent has no home' { !($ensure == absent and $home) }
}
