# Data with inheritance, contained and other references, and checks of every form.

type Party {
  abstract
  attr name, String { min => 1, check => $it != '' }
}

type Person inherits Party {
  desc 'Somebody'
  attr email,  String  { check => { if $it !~ /\A[^@\s]+@[^@\s]+\z/ { "'${it}' is no address" } }, desc => 'Where letters go' }
  attr age,    Integer { check => |$years| { $years >= 0 and $years < 150 } }
  attr langs,  String  { max => unbound, unsettable => true, check => |$code| { $code =~ /\A[a-z]{2}\z/ } }
  attr height, Float   { default => 1.75, check => $it > 0.0 }
  attr active, Boolean { default => true }
  attr mood,   enum[happy, neutral, grumpy] { default => neutral }
  has  partner, Person { containment => false }
}

type Company inherits Party {
  attr founded, Integer { check => { case $it {
    Integer[1600, 2100]: { true }
    default:             { "${meta[name]} of ${meta[container][name]} is a year, not ${it}" }
  } } }
  has staff,   Person { max => unbound }
  has offices, Office { min => 1, max => 5 }
  has boss,    Person { containment => false }
  invariant 'a boss needs somebody to lead' { !$boss or length($staff) > 0 }
}

type Office {
  attr city,  String { min => 1 }
  attr desks, Integer { default => 1 }
}
