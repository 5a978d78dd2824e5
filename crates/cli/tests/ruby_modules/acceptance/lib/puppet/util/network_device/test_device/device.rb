require 'puppet'
require 'puppet/resource_api/transport/wrapper'
require 'puppet/transport/schema/test_device'

# force registering the transport
require 'puppet/transport/schema/test_device'

module Puppet::Util::NetworkDevice::Test_device # rubocop:disable Style/ClassAndModuleCamelCase
  # The main class
  class Device < Puppet::ResourceApi::Transport::Wrapper
    def initialize(url_or_config_or_transport, _options = {})
      super('test_device', url_or_config_or_transport)
    end
  end
end
