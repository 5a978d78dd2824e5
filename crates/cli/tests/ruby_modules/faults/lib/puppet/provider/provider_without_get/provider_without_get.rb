class Puppet::Provider::ProviderWithoutGet::ProviderWithoutGet
end
