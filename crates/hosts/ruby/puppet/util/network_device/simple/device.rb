# frozen_string_literal: true

# The legacy base class of devices: just the connection info, from a file or a hash.
module Puppet
  module Util
    class NetworkDevice
      module Simple
        class Device
          def initialize(url_or_config, _options = {})
            if url_or_config.is_a?(String)
              @url = url_or_config
              Bunraku::DeviceConfig.path_of(url_or_config)
            else
              @config = url_or_config
            end
          end

          def facts
            {}
          end

          # With strings as keys, read on first use.
          def config
            @config ||= Bunraku::DeviceConfig.of_url(@url)
          end
        end
      end
    end
  end
end
Bunraku.embedded('device_config.rb')
