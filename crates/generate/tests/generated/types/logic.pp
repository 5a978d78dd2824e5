type Arithmetic {
  attr a, Integer { min => 1 }
  attr b, Integer { default => 7 }
  attr x, Float   { default => 2.5 }
  attr sum,        Integer { derived => || { $a + $b } }
  attr quotient,   Integer { derived => || { $b ? { 0 => 0, default => $a / $b } } }
  attr rest,       Integer { derived => || { if $b == 0 { 0 } else { $a % $b } } }
  attr product { derived => || { $a * $x } }
  attr shifted,    Integer { derived => || { (($a % 16) << 3) >> 1 } }
  attr negative { derived => || { -$a - -$x } }
  attr rounded,    Integer { derived => || { round($x) + floor($x) + ceiling($x) + abs(-3) } }
  attr largest { derived => || { max($a, $b, $x) } }
  attr smallest { derived => || { min([$a, $b, 3]) } }
  attr shown,      String { derived => || { "${a} ${x} ${[$a, [$x, undef], { k => $b }]} ${!$a} ${[][0]}" } }
  invariant 'not equal' { $a != $b and $a != $x }
  invariant { if $a * $b > 1000000 { "${a} times ${b} is ${$a * $b}" } }
  invariant { $a < 100 or $x >= 0.0 }
}

type Texts {
  attr text,  String { min => 1 }
  attr other, String { default => 'Hello World' }
  attr words, String { max => unbound, unsettable => true }
  attr case_forms, String { derived => || { "${upcase($text)}|${downcase($text)}|${capitalize($text)}" } }
  attr stripped,   String { derived => || { "${strip($text)}|${lstrip($text)}|${rstrip($text)}|" } }
  attr pieces,     String { max => unbound, derived => || { split($text, /[,;:]\s*/) } }
  attr letters,    String { max => unbound, derived => || { split($text, '') } }
  attr replaced,   String { derived => || { regsubst($text, /(\w)(\d)/, '<\2\1\\\\\0>', 'G') } }
  attr first,      String { derived => || { "${text[0]}${text[1, 2]}${text[-1]}${text[2, -2]}" } }
  attr found,      String { derived => || {
    if $text =~ /(?i:(h[ae]llo))\s+(?<rest>.*)/ { "named ${0}" }
    elsif $text =~ /^(\w+)-(\w+)?$/ { "${1}+${2}+${3}" }
    elsif $text =~ /(\d+)(?:\.(\d+))?/ {
      $inner = if $other =~ /(o)/ { $1 } else { 'none' }
      "${1}.${2} ${inner}"
    }
    else { "no match ${1}" }
  } }
  attr joined,     String { derived => || { $words ? { undef => 'nothing', default => join($words, '-') } } }
  attr same,       Boolean { derived => || { $text == $other or $text in $other or $other in [$text, /^x/] } }
  attr order,      Boolean { derived => || { $text < $other and !($text >= 'M') } }
  attr kind,       String { derived => || {
    case $text {
      'root', 'Admin':         { 'known' }
      /^\d+$/:                 { "number ${0}" }
      /\bword\b/:              { 'has a word' }
      *['x', 'y', /z$/]:       { 'listed' }
      Enum['alpha', 'beta']:   { 'greek' }
      default:                 { 'other' }
    }
  } }
  invariant { !('forbidden' in $words) }
  invariant {
    $lengths = $words.map |$index, $word| { $word.size + $index }
    $total = $lengths.reduce(0) |$sum, $n| { $sum + $n }
    if $total > 60 { "${total} letters are too many: ${lengths}" }
  }
}

type Collections {
  attr numbers, Integer { max => unbound }
  attr table,   Hash    { default => 0 }
  attr any
  attr sorted,   Integer { max => unbound, derived => || { $numbers.filter |$n| { $n > 0 }.unique } }
  attr rejected, Integer { max => unbound, derived => || { $numbers.reject |$n| { $n > 0 } } }
  attr chosen,   Integer { max => unbound, derived => || { $numbers.select |$i, $n| { $i % 2 == 0 } } }
  attr doubled,  Integer { max => unbound, derived => || { $numbers.collect |$n| { $n * 2 } } }
  attr plus,     Integer { max => unbound, derived => || { $numbers + [1, 2] - 3 << 4 } }
  attr all_even, Boolean { derived => || { $numbers.all |$n| { $n % 2 == 0 } } }
  attr some_big, Boolean { derived => || { $numbers.any |$i, $n| { $n > $i * 10 } } }
  attr nested,   String  { derived => || { flatten($numbers, [[1], [[2]]]).join(':') } }
  attr counted,  Integer { derived => || { 5.reduce |$sum, $n| { $sum + $n } } }
  attr spread,   Integer { max => unbound, derived => || { [0, *$numbers, *{ 1 => 2 }.values] } }
  attr slices,   String  { derived => || { "${numbers[0]} ${numbers[-1]} ${numbers[1, 2]} ${numbers[9]}" } }
  attr parts,    String  { derived => || { [$x, $y] = [1, [2, 3]] "${x}${y[1]}" } }
  attr merged,   String  { derived => || { "${({ a => 1 } + { b => $numbers.length } - 'a')}" } }
  attr kind,     String  { derived => || {
    $any ? {
      Integer[0, 9] => 'digit', Integer => 'integer', Float => 'float', Boolean => 'boolean',
      undef => 'nothing', String[1, 3] => 'short', /^a/ => 'with a', default => "else ${any}" }
  } }
  attr sum, Integer { derived => || { $numbers.each |$n| { $n } $numbers.reduce(0) |$memo, $n| { $memo + $n } } }
  invariant { $numbers.length < 5 or $numbers.unique.length > 2 }
  invariant { $sum < 1000 and !($any in [1, 'no', true]) }
}

type Person {
  attr first, String
  attr last,  String
  attr full,  String { derived => || { "${first} ${last}" }, setable => true,
                       set => |$v| { $parts = split($v, ' ') $first = $parts[0] $last = $parts[1] } }
  attr login, String { set => |$v| { downcase($v) }, get => |$v| { "@${v}" }, check => $it =~ /\A[a-z]+\z/ }
  attr age,   Integer { set => |$v| { Integer($v) }, check => { if $it < 0 { 'nobody is that young' } } }
  attr code,  String { set => |Variant[String, Integer] $v| { "${v}" }, validate => { $it !~ Integer[100] } }
  attr secret, String { transient => true, setable => true }
  attr fixed,  String { setable => false, default => 'fixed' }
  invariant { if $it.first == $it[last] and $first { "${it} is called twice" } }
}

type Team {
  attr title,   String { min => 1 }
  attr members, String { min => 2, max => 3 }
  has  lead,    Person { min => 1 }
  has  others,  Person { max => 2 }
  invariant 'the lead is a member' { $lead.first in $members }
  invariant {
    $made = Person.new({ first => 'Ada', last => $title })
    $other = Person.new |$p| { $p[first] = $title $p[last] = 'x' }
    $made.full != 'Ada Ada' and $other.first == $title
  }
}

type Faulty {
  attr value
  attr list, String { max => unbound, check => { if $it == 'number' { 5 } else { true } } }
  attr text, String { derived => || { $value + 1 } }
  invariant { $value > 3 }
  invariant { if $value == 7 { [] } }
}

type Reserved {
  attr class,  String
  attr import, Integer
  attr end,    Boolean
  attr names,  String { max => 2 }
  attr type,   Float { check => Float($it) == $it * 1 }
  invariant { $class =~ Optional[String[2]] }
}

type Account inherits Resource {
  desc 'Somebody who may log in'
  attr login, String  { behaviour => namevar, min => 1 }
  attr uid,   Integer { check => { if $it < 1000 { "${it} is for the system" } } }
  attr shell, enum['/bin/sh', '/bin/bash'] { default => '/bin/sh' }
}

type Capital {
  attr Name, String { check => $Name != 'A' and $it != 'root' }
  attr name, String { derived => || { "${$Name}!" } }
  invariant 'no empty name' { $Name != '' }
}
