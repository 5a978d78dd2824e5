# Migrated from firewall/lib/puppet/type/firewallchain.rb
type Firewallchain inherits Resource {
  # not carried over, line 13: mixin: the methods of 'Firewall' are code
  # not carried over, line 36: feature: 'iptables_chain' tells providers apart; there is one here
  # not carried over, line 37: feature: 'policy' tells providers apart; there is one here
  attr ensure, enum[present, absent] { default => present }
  # not carried over, line 52: validate of 'name': code refuses values; 'validate' or 'invariant' could
  attr name, String { behaviour => namevar }
  # not carried over, line 114: default of 'policy': it is computed, and a default is a literal
  attr policy, enum[accept, drop, queue, return]
  attr purge, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 162: munge of 'ignore': code makes the values that are kept; 'set' could
  attr ignore, Data {
    behaviour => parameter,
    validate  => {
      if !((($it =~ Array) or ($it =~ String)) or ($it == false)) {
        'Ignore must be a string or an Array'
      }
    },
  }
  attr ignore_foreign, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 179: autorequire: the titles of 'package' are computed, or decided by a condition
  # not carried over, line 188: autorequire: the titles of 'service' are computed, or decided by a condition
  # not carried over, line 197: validate: code refuses values; 'validate' or 'invariant' could
  # not carried over, line 230: method: 'generate' is code, which is for the provider
}
