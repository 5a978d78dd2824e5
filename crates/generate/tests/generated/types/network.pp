type Port = Integer[1, 65535]
type Hostname = Pattern[/\A(?i:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)\z/, /\A(?:\d{1,3}\.){3}\d{1,3}\z/]
type Labels = Hash[String[1], Variant[String, Integer]]
type Ports = Array[Port, 1, 3]
type Limits = Struct[{ soft => Integer[0], Optional[hard] => Integer[0] }]
type Pair = Tuple[String, Integer]

type Net::Endpoint {
  abstract
  desc 'Where something listens'
  attr host,     Hostname { min => 1 }
  attr port,     Port { default => 80 }
  attr protocol, enum[tcp, udp] { default => tcp }
  invariant 'UDP has no well-known ports here' { !($protocol == 'UDP' and $port < 1024) }
}

type Net::Server inherits Net::Endpoint {
  attr aliases,  String { max => 4, check => |$name| {
    case $name {
      '':                    { 'an alias is not empty' }
      /\A(\w+)\.(\w+)\z/:    { if $1 == $2 { "${1} stands twice in ${0}" } }
      Pattern[/\s/]:         { false }
      default:               { length($name) <= 12 }
    }
  } }
  attr labels,   Labels
  attr extra,    Ports { unsettable => true }
  attr limits,   Limits
  attr pair,     Pair
  attr weight,   Float { check => $it > 0.0 and $it <= 10.0, default => 1.5 }
  attr enabled,  Boolean { default => true }
  attr url,      String { derived => || { "${protocol}://${host}:${port}/" } }
  attr name_length, Integer { derived => || { $host.length } }
  has  routes,   Net::Route { max => unbound }
  has  fallback, Net::Route
  has  preferred, Net::Route { containment => false }
  invariant { if $labels and $labels.length > 3 { "too many labels: ${labels.keys.join(', ')}" } }
  invariant 'a disabled server has no routes' { $enabled or $routes.empty }
  invariant {
    $paths = $routes.map |$route| { $route.path }
    $paths.unique.length == $paths.length
  }
}

type Net::Route {
  attr path,     String { min => 1, validate => $it =~ String[1], set => |$v| { regsubst(downcase($v), '/+', '/', 'G') },
                          check => { unless $it =~ /\A\// { "'${it}' of ${meta[container][name]} begins with /" } } }
  attr methods,  String { max => unbound, set => |$v| { $v.map |$m| { upcase($m) } } }
  attr priority, Integer { default => 11, get => |$v| { $v * 2 } }
  attr depth,    Integer { derived => || { split($path, '/').filter |$part| { !$part.empty }.length } }
  has  children, Net::Route { max => 2 }
  invariant { $depth >= 0 and !($priority in [20, 24, 200, -4]) }
}
