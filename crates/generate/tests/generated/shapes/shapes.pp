type Size = Integer[1, 100]
type Tags = Array[Enum['red', 'green', 'blue'], 0, 3]
type Point = Struct[{ x => Float, y => Float, Optional[label] => String[1, 5] }]
type Name = Pattern[/\A[a-z][a-z0-9_]*\z/]

type Shape {
  abstract
  desc 'Something that can be drawn'
  attr name,  Name { min => 1, desc => 'what it is called' }
  attr tags,  Tags
  attr at,    Point
  attr size,  Size { default => 10 }
}

type Circle inherits Shape { attr radius, Float { min => 1 } }

type Polygon inherits Shape {
  attr corners, Point { min => 3 }
  attr style,   enum[solid, 'dotted line', '2'] { unsettable => true }
}

type Group inherits Shape {
  has  items,  Shape { max => unbound }
  has  frame,  Polygon
  has  first,  Shape { containment => false }
  has  inner,  Group
  attr notes,  String { max => 4, unsettable => true }
  attr class,  Boolean
  attr number, Integer { setable => false, default => 1 }
  attr seen,   Integer { transient => true }
}

type Leaf {
  attr value
  attr type, enum[self, 'Self', other] { min => 1 }
  has  next, Leaf
  has  box,  Group { min => 0, max => 2 }
}

type Capitals {
  attr Name, String { min => 1 }
  attr Count, Integer { default => 3 }
  attr name, String
}
