type Money = String

type Isbn = String

type Library {
  desc 'Where books are'
  has items, Item { max => unbound }
  attr Name, String { min => 1 }
  attr size, Integer { transient => true, setable => false }
}

type Item {
  abstract
  attr title, String { desc => 'Its title' }
  attr price, Money { default => '1 EUR' }
}

type Book inherits Item {
  attr tags, String { max => 5 }
  attr kind, enum[paper, 'e-book'] { default => 'e-book' }
  attr pages, Integer { default => 0 }
  attr isbn, Isbn { unsettable => true }
  has authors, People::Writer { min => 1, max => unbound, containment => false }
}

type Person {
  abstract
  attr born
}

type Tagged {
  abstract
  attr tags, String { max => 5 }
  attr title, String
}

type People::Writer inherits Person {
  has books, Book { max => unbound, containment => false }
}
