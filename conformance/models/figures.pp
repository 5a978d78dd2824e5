# Arithmetic, derived features, and numbers of all kinds.

type Figure {
  abstract
  attr label, String { default => 'nameless' }
  attr scale, Float  { default => 1.0, check => $it > 0.0 }
}

type Point {
  attr x, Float { default => 0.0 }
  attr y, Float { default => 0.0 }
  attr distance, Float { derived => || { $x * $x + $y * $y } }
}

type Disc inherits Figure {
  attr radius, Float { min => 1, check => $it >= 0.0 }
  has  middle, Point
  attr area,   Float { derived => || { $radius * $radius * 3.14159 * $scale } }
}

type Box inherits Figure {
  attr width,  Integer { min => 1, check => $it > 0 }
  attr depth,  Integer { min => 1, check => $it > 0 }
  attr area,   Integer { derived => || { $width * $depth } }
  attr square, Boolean { derived => || { $width == $depth } }
  invariant 'a box is not thinner than a hundredth of its width' { $depth * 100 >= $width }
}

type Drawing {
  has figures, Figure { max => unbound }
  has focus,   Figure { containment => false }
  attr count,  Integer { derived => || { length($figures) } }
  invariant { if $focus and length($figures) == 0 { 'there is nothing to look at' } }
}

type Sums {
  attr terms,   Integer { min => 1, max => unbound }
  attr total,   Integer { derived => || { reduce($terms, 0) |$sum, $term| { $sum + $term } } }
  attr largest, Integer { derived => || { reduce($terms) |$left, $right| { max($left, $right) } } }
  attr even,    Integer { max => unbound, derived => || { filter($terms) |$term| { $term % 2 == 0 } } }
  attr doubled, Integer { max => unbound, derived => || { map($terms) |$term| { $term * 2 } } }
  invariant 'no term is far below the first' { all($terms) |$term| { $term >= $terms[0] - 1000 } }
  invariant { if $total > 1000000 { "${total} is more than a million" } }
}
