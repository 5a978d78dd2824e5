require 'puppet'
require 'puppet/resource_api/transport/wrapper'
require 'puppet/transport/schema/test_device_default'

# force registering the transport
require 'puppet/transport/schema/test_device_default'

module Puppet::Util::NetworkDevice::Test_device_default # rubocop:disable Style/ClassAndModuleCamelCase
  # The main class
  class Device < Puppet::ResourceApi::Transport::Wrapper
    def initialize(url_or_config_or_transport, _options = {})
      super('test_device_default', url_or_config_or_transport)
    end
  end
end
