class Puppet::Provider::ProviderArguments::ProviderArguments
  def get(_context)
    []
  end
end
