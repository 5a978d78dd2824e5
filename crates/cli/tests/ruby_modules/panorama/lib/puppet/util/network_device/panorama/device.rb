require 'puppet/util/network_device'
require 'puppet/resource_api/transport/wrapper'

module Puppet::Util::NetworkDevice::Panorama
  # The device is the transport in its wrapper.
  class Device < Puppet::ResourceApi::Transport::Wrapper
    def initialize(url_or_config, _options = {})
      super('panorama', url_or_config)
    end
  end
end
