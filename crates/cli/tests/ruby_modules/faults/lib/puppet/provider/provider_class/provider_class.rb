class Puppet::Provider::ProviderClass::SomethingElse
end
