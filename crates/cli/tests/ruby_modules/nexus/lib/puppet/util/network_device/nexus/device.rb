require 'puppet/resource_api/transport/wrapper'

class Puppet::Util::NetworkDevice::Nexus; end

class Puppet::Util::NetworkDevice::Nexus::Device < Puppet::ResourceApi::Transport::Wrapper
  def initialize(url_or_config, _options = {})
    super('nexus', url_or_config)
  end
end
