# Every kind of logic in checks and invariants.

type Logics {
  attr pattern,  String  { check => $it =~ /\A(\w+)-(\d+)\z/ }
  attr group,    String  { check => { if $it =~ /\A(\w+)-(\d+)\z/ { if $2 == '0' { "${1} counts from one" } } else { 'a word and a number' } } }
  attr cased,    String  { check => { case $cased {
    '', 'root':    { "${meta[name]} may not be '${it}'" }
    /\d/:          { 'no digits' }
    Enum[a, b, c]: { true }
    default:       { undef }
  } } }
  attr selected, Integer { check => $it ? { Integer[0, 9] => true, 42 => true, default => "${it} is neither a digit nor the answer" } }
  attr member,   String  { check => $it in ['red', 'green', 'blue'] }
  attr unlessed, Integer { check => { unless $it > 0 { 'only more than nothing' } } }
  attr nested,   Integer { check => { if $it < 0 { 'too little' } elsif $it > 100 { 'too much' } else { $it % 2 == 0 } } }
  attr counted,  String  { check => length($it) <= 8 and length($it) >= 2 }
  attr typed,    String  { check => $it =~ String[1, 20] }
  attr texts,    String  { max => 10, check => |$text| { $text !~ /[:\/]/ and strip($text) == $text } }
  attr heredoc,  String  { check => { if $it == @(END/L) { 'the forbidden text' } } }
    forbidden
    | END
}

type Lists {
  attr names,  String  { max => unbound }
  attr values, Integer { max => unbound }
  attr sizes,  Integer { max => unbound, derived => || { $names.collect |$name| { length($name) } } }
  attr long,   String  { max => unbound, derived => || { $names.select |$name| { length($name) > 3 } } }
  attr short,  String  { max => unbound, derived => || { $names.reject |$name| { length($name) > 3 } } }
  attr line,   String  { derived => || { join($names.map |$place, $name| { "${place}:${upcase($name)}" }, ', ') } }
  invariant 'as many names as values' { length($names) == length($values) }
  invariant 'no name twice' { length(unique($names)) == length($names) }
  invariant { if any($values) |$value| { $value < 0 } { 'values are not negative' } }
  invariant |$whole| { $names.all |$name| { $name != '' } }
}

type Arithmetic {
  attr a, Integer { default => 7 }
  attr b, Integer { default => 2, check => $it != 0 }
  attr sum,        Integer { derived => || { $a + $b } }
  attr difference, Integer { derived => || { $a - $b } }
  attr product,    Integer { derived => || { $a * -$b } }
  attr quotient,   Integer { derived => || { $a / $b } }
  attr remainder,  Integer { derived => || { $a % $b } }
  attr shifted,    Integer { derived => || { ($a << 3) >> 1 } }
  attr magnitude,  Integer { derived => || { abs($a - $b) } }
  attr rounded,    Integer { derived => || { round($a * 1.5) + floor($b * 0.5) + ceiling($b * 0.1) } }
  attr least,      Integer { derived => || { min($a, $b, 100) } }
  attr text,       String  { derived => || { "${a} + ${b} = ${$a + $b}; ${if $a > $b { 'more' } else { 'less' }}" } }
  attr order,      enum[less, same, more] { derived => || { if $a < $b { 'less' } elsif $a == $b { 'same' } else { 'more' } } }
}

type Texts {
  attr raw,       String { default => '  Some Text  ' }
  attr stripped,  String { derived => || { strip($raw) } }
  attr left,      String { derived => || { lstrip($raw) } }
  attr right,     String { derived => || { rstrip($raw) } }
  attr shouted,   String { derived => || { upcase(strip($raw)) } }
  attr title,     String { derived => || { capitalize(downcase(strip($raw))) } }
  attr replaced,  String { derived => || { regsubst($raw, /\s+/, '_', 'G') } }
  attr words,     String { max => unbound, derived => || { split(strip($raw), /\s+/) } }
  attr quoted,    String { derived => || { "'\"\\\$\t'${raw}" } }
  attr is_empty,  Boolean { derived => || { empty(strip($raw)) } }
  attr has_space, Boolean { derived => || { ' ' in strip($raw) } }
}

type Choices {
  attr kind, enum[plain, 'with space', "it's", unknown] { default => plain }
}
