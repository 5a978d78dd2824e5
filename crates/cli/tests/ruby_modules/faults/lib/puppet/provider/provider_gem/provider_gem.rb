require 'another_gem_that_is_missing'

class Puppet::Provider::ProviderGem::ProviderGem
  def get(_context)
    []
  end
end
