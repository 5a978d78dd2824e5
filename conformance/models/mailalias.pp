# Migrated from mailalias_core/lib/puppet/type/mailalias.rb
type Mailalias inherits Resource {
  # not carried over, line 14: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar }
  attr recipient, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  attr file, Data {
    validate => { if !($it =~ Pattern[/^\//]) { "File paths must be fully qualified, not '${it}'" } },
  }
  # not carried over, line 41: default of 'target': it is computed, and a default is a literal
  attr target, Data
  # not carried over, line 50: validate: it asks for something that logic of the language would answer differently
}
