# How many values a feature has.

type Bounds {
  attr optional, String
  attr required, String  { min => 1 }
  attr two_up,   Integer { min => 2 }
  attr up_to,    Integer { max => 4 }
  attr between,  String  { min => 1, max => 3 }
  attr exactly,  Float   { min => 2, max => 2 }
  attr any,      Boolean { max => unbound }
  attr some,     enum[a, b, c] { min => 1, max => unbound }
  has  one,      Leaf    { min => 1 }
  has  maybe,    Leaf
  has  many,     Leaf    { max => unbound, validate => { $it.size < 10 } }
}

type Leaf {
  attr size, Integer { default => 1 }
}

# A tree: a type may contain itself.
type Branch {
  attr label,    String { min => 1 }
  has  branches, Branch { max => unbound }
  has  leaves,   Leaf   { max => 100 }
  has  shadow,   Branch { containment => false }
  attr weight,   Integer { derived => || { length($branches) + length($leaves) } }
}

# Nothing in it.
type Nothing { }

type Unsettable {
  attr text,   String  { unsettable => true }
  attr number, Integer { unsettable => true, default => 3 }
  attr list,   Float   { unsettable => true, max => unbound }
  has  leaf,   Leaf    { unsettable => true }
}
