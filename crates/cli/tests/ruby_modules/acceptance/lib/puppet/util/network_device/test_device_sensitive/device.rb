require 'puppet'
require 'puppet/resource_api/transport/wrapper'
require 'puppet/transport/schema/test_device_sensitive'

# force registering the transport
require 'puppet/transport/schema/test_device_sensitive'

module Puppet::Util::NetworkDevice::Test_device_sensitive # rubocop:disable Style/ClassAndModuleCamelCase
  # The main class
  class Device < Puppet::ResourceApi::Transport::Wrapper
    def initialize(url_or_config_or_transport, _options = {})
      super('test_device_sensitive', url_or_config_or_transport)
    end
  end
end
