require "#{File.dirname(__FILE__)}/../dsc_base_provider/dsc_base_provider"

# This class intentionally blank.
class Puppet::Provider::DscFeature::DscFeature < Puppet::Provider::DscBaseProvider
end
