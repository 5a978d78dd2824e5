require 'puppet/resource_api/simple_provider'

class Puppet::Provider::Mandatory::Mandatory < Puppet::ResourceApi::SimpleProvider
  def get(_context)
    [{ ensure: 'present', name: 'there', one: 'x', two: 2 }]
  end
end
