class Puppet::Provider::ProviderConstant::ProviderConstant < Puppet::Provider::NobodyKnowsThis
end
