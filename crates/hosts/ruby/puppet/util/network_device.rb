# frozen_string_literal: true

# The device of the run, if it is not the machine itself. A class, because modules reopen it as one.
module Puppet
  module Util
    class NetworkDevice
      extend Bunraku::Unknown

      class << self
        attr_accessor :current

        # Opens the device of a section of device.conf and makes it the current one.
        def init(device)
          require "puppet/util/network_device/#{device.provider}/device"
          space = const_get(device.provider.to_s.capitalize)
          @current = space.const_get(:Device).new(device.url, device.options)
        rescue StandardError => e
          raise e, "Can't load #{device.provider} for #{device.name}: #{e.message}", e.backtrace
        end

        def teardown
          @current = nil
        end
      end
    end
  end
end
