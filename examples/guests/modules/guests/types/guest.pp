# Somebody on the list of a party.
type guest inherits Resource {
  desc 'Somebody on the list of a party.'
  attr name,   String { behaviour => namevar, desc => 'Who is invited.', set => |$given| { capitalize($given) } }
  attr ensure, enum[present, absent] { default => present, desc => 'Whether they are.' }
  attr table,  Integer {
    desc  => 'Where they sit.',
    check => { unless $it =~ Integer[1, 12] { "there are twelve tables, and ${it} is none of them" } },
  }
  attr brings, String { max => 3, desc => 'What they bring along.', check => $it !~ /[,;]/ }
  invariant 'who brings something has a table' { !$brings or $brings == [] or $table }
}
