# 'set', 'get', 'derived' with 'set', transient, setable and unsettable features.

type Login {
  attr name,     String  { min => 1, validate => $it =~ /\A[A-Za-z][A-Za-z0-9]*\z/, set => |$given| { downcase($given) } }
  attr shown,    String  { set => |$given| { strip($given) }, get => |$stored| { "@${stored}" } }
  attr attempts, Integer { default => 0, setable => false }
  attr note,     String  { transient => true }
  attr limits,   Integer { max => 3, unsettable => true, validate => { $it > 0 } }
  attr key,      String  { derived => || { "${name}#${attempts}" } }
}

type Naming {
  attr first, String
  attr last,  String
  attr full,  String {
    derived => || { "${first} ${last}" },
    setable => true,
    set     => |$given| {
      $parts = split($given, ' ')
      $first = $parts[0]
      $last  = $parts[1]
    },
  }
  invariant 'both names or none' { ($first == undef) == ($last == undef) }
}

type Temperature {
  attr kelvin,  Float { default => 273.15, check => $it >= 0.0 }
  attr celsius, Float { derived => || { $kelvin - 273.15 }, setable => true, set => |$given| { $kelvin = $given + 273.15 } }
}

type Tagged {
  attr tags, String { max => unbound, unsettable => true, set => |$given| { unique($given.map |$tag| { downcase($tag) }) } }
  attr size, Integer { set => |$given| { Integer($given) }, get => |$stored| { $stored + 0 } }
  attr any
  attr stamp { transient => true, desc => 'Any scalar, never written' }
}
