require 'puppet/util/network_device/simple/device'

module Puppet::Util::NetworkDevice::Spinner # rubocop:disable Style/ClassAndModuleCamelCase
  # A simple test device returning hardcoded facts
  class Device < Puppet::Util::NetworkDevice::Simple::Device
    def facts
      { 'foo' => 'bar', 'speed' => config['speed'] }
    end

    def wheel
      config['wheel']['name']
    end
  end
end
