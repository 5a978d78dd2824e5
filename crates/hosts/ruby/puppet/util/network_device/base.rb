# frozen_string_literal: true

# The base class of devices that are reached by a URL.
module Puppet
  module Util
    class NetworkDevice
      class Base
        attr_accessor :url, :transport

        def initialize(url, _options = {})
          @url = URI.parse(url.to_s)
        end
      end
    end
  end
end
