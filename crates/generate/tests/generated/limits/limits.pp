# Logic that would take for ever, or nearly, for some numbers.
type Loop { attr count, Integer { check => $it.all |$n| { $n >= 0 } } }
type Nested {
  attr count, Integer
  invariant 'too much' { $count.all |$a| { $count.all |$b| { $a + $b >= 0 } } }
}
type Twice { attr count, Integer { check => { $it.reduce('a') |$text, $n| { "${text}${text}" } =~ /a/ } } }
type Tree { attr count, Integer { check => { $it.reduce([1]) |$tree, $n| { [$tree, $tree] } == [1] } } }
type Deep { attr count, Integer { check => { length($it.reduce([1]) |$tree, $n| { [$tree] }) == 1 } } }
type Grown {
  attr count, Integer
  attr total, Integer { derived => || { $count.reduce(0) |$sum, $n| { $sum + $n } } }
}
type Quadratic { attr words, String { max => unbound }
  invariant { $words.all |$word| { $word in $words and unique($words).length == $words.length } } }
type Branches { attr count, Integer { check => {
  $it.all |$n| { if $n > 5 and $n < 7 { false } else { case $n { 6: { false } 1, 2, 3: { true } default: { $n != 7.5 } } } } } } }
type Replaced { attr count, Integer { check => {
  $text = join($it.map |$n| { 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' })
  length(regsubst($text, 'a', $text, 'G')) > 0 } } }
type Outer { attr count, Integer
  invariant { $count.all |$n| { Inner.new({ count => 1000 })[count] == 1000 } } }
type Inner { attr count, Integer { check => $it.all |$n| { $n >= 0 } } }
