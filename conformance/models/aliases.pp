# Attributes of named types, and of types that Puppet has.

type Network::Port = Integer[0, 65535]
type Network::Name = Pattern[/\A[a-z0-9.-]+\z/]

type Network::Service {
  attr name,  Network::Name { min => 1 }
  attr port,  Network::Port { min => 1, check => { if $it < 1024 { "${it} is for the system" } } }
  attr peers, Network::Name { max => unbound }
  attr extra, Hash
  attr data,  Data
}

type Network::Proxy inherits Network::Service {
  has  behind,  Network::Service { min => 1, max => unbound, containment => false }
  attr timeout, Numeric { default => 30 }
}
