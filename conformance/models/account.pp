# Resources: every behaviour, features, automatic relations, checks and invariants.

type Account inherits Resource {
  desc 'Somebody who may log in'
  features canonicalize, simple_get_filter
  autorequire   { 'package' => 'accounts', 'file' => ['$home', '/etc/passwd'] }
  autobefore    { 'service' => 'sshd' }
  autosubscribe { 'group' => '$group' }
  autonotify    { 'exec' => 'newaliases' }
  attr login,    String { behaviour => namevar, desc => 'The name', check => $it =~ /\A[a-z_][a-z0-9_-]*\z/ }
  attr ensure,   enum[present, absent] { default => present, desc => 'Whether there is one' }
  attr uid,      Integer { behaviour => init_only, check => { if $it < 1000 { "${it} is for the system" } } }
  attr group,    String  { default => 'users' }
  attr groups,   String  { max => unbound, check => $it !~ /:/ }
  attr home,     String  { check => $it =~ /\A\// }
  attr password, String  { behaviour => parameter, validate => { if $it =~ /:/ { 'a password holds no colon' } } }
  attr force,    Boolean { behaviour => parameter, default => false }
  attr since,    String  { behaviour => read_only, desc => 'When it was made' }
  attr comment,  String  { set => |$given| { strip($given) } }
  attr summary,  String  { derived => || { "${login}:${uid}" } }
  invariant 'who is absent has no home' { !($ensure == absent and $home) }
  invariant { if $uid and $uid > 60000 and !$force { "${uid} needs force" } }
}
