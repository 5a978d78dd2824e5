class Puppet::Provider::ProviderInitialize::ProviderInitialize
  def initialize
    raise Puppet::Error, 'no provider today'
  end
end
