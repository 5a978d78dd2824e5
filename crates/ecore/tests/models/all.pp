# What types can say, each thing once.
type Port = Integer[0, 65535]
type Net::Address = Variant[Net::V4, Enum['any']]
type Net::V4 = Pattern[/\A\d+(\.\d+){3}\z/]

type Everything {
  abstract
  desc 'It\'s "all" that <types> & models say'
  attr anything
  attr any_default { default => '42' }
  attr any_number { default => 42 }
  attr text, String { default => "a\tb\n'c' <&>" }
  attr whole, Integer { default => -5, min => 1 }
  attr half, Float { default => -0.5 }
  attr yes, Boolean { default => true }
  attr word, enum[a, 'B c', '0644', name, 'a-b', 'a_b'] { default => 'B c' }
  attr words, enum[x, y] { max => unbound, default => y }
  attr port, Port { default => 80 }
  attr ports, Port { min => 2, max => 4 }
  attr address, Net::Address { default => any }
  attr moment, Timestamp
  attr data, Data
  attr number, Numeric { default => 1.5 }
  attr many, String { min => 3 }
  attr one_or_more, String { min => 1, max => unbound }
  attr perhaps, String { unsettable => true }
  attr lists, Integer { unsettable => true, max => 3 }
  attr forgotten, String { transient => true }
  attr fixed, String { setable => false }
  attr twice, Integer { derived => || { $whole * 2 } }
  attr settable, Integer { derived => || { $whole }, setable => true, set => |$v| { $whole = $v } }
  attr type, String { desc => 'a word' }
}

type Sub::Part inherits Everything {
  attr checked, String {
    validate => |$x| { $x != '' },
    check    => { case $it { 'a', /b/: { "no ${it} of ${meta[name]}" } default: { true } } },
    set      => |Any $v| >> String { "${v}" },
    get      => |$v| { upcase($v) },
  }
  has parts, Sub::Part { max => unbound }
  has other, Everything { containment => false }
  has others, Sub::Part { containment => false, max => 2, validate => { true } }
  invariant 'title' { $whole > 0 and !($half == 1.5 or $yes) }
  invariant $port in [80, 443]
  invariant |$it| { unless $words =~ Array[Enum[x, y], 1] { false } else { 'x' } }
  invariant {
    $list = $ports.filter |$p| { $p % 2 == 0 }.map |Integer $p, $q = 1| { $p << 2 }
    $hash = { a => 1, 'b' => [undef, default, 0x1F, 017, 1.5e10] }
    $size = $list.reduce(0) |$a, $b| { $a + $b - -1 }
    if $list[0] == 1 { $hash['b'][-1] } elsif $size > 3 { ($size) ? { 1 => a, default => "x${size}y" } } else { true }
  }
}

type Sub::Deeper::Leaf inherits Sub::Part { }

type Machine inherits Resource {
  desc 'managed'
  features canonicalize, 'simple_get_filter'
  autorequire { file => '$path', package => ['a', 'b'] }
  autonotify { service => 'x' }
  attr ensure, enum[present, absent] { default => present }
  attr name, String { behaviour => namevar, desc => 'its name' }
  attr path, String { behaviour => parameter }
  attr found, String { behaviour => read_only }
  attr made, Integer { behaviour => init_only }
}
