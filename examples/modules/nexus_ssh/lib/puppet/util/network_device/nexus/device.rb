# frozen_string_literal: true

require 'puppet/resource_api/transport/wrapper'

class Puppet::Util::NetworkDevice::Nexus; end

# Lets `puppet device` use the transport.
class Puppet::Util::NetworkDevice::Nexus::Device < Puppet::ResourceApi::Transport::Wrapper
  def initialize(url_or_config, _options = {})
    super('nexus', url_or_config)
  end
end
