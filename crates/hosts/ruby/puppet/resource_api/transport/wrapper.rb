# frozen_string_literal: true

# A transport as a device: what `puppet device` and providers see as the current one.
require 'puppet/resource_api/transport'

module Puppet
  module ResourceApi
    module Transport
      class Wrapper
        attr_reader :transport, :schema

        # A URL of a file with the connection info, the connection info, or a transport.
        def initialize(name, url_or_config_or_transport)
          @schema = Transport.schema(name)
          given = url_or_config_or_transport
          @transport =
            case given
            when String then Transport.connect(name, symbolize(Bunraku::DeviceConfig.of_url(given)))
            when Hash then Transport.connect(name, given)
            else transport?(name, given) ? given : Transport.connect(name, given)
            end
        end

        def facts
          @transport.facts(Transport.context_of(@schema))
        end

        def respond_to_missing?(name, _include_private = false)
          @transport.respond_to?(name)
        end

        def method_missing(name, *arguments, &block)
          return super unless @transport.respond_to?(name)

          @transport.public_send(name, *arguments, &block)
        end

        private

        def transport?(name, given)
          class_name = "Puppet::Transport::#{Puppet::ResourceApi.class_name_from_type_name(name)}"
          given.class.name == class_name || given.is_a?(Transport.transport_class(name))
        end

        def symbolize(value)
          case value
          when Hash then value.to_h { |key, item| [key.to_sym, symbolize(item)] }
          when Array then value.map { |item| symbolize(item) }
          else value
          end
        end
      end
    end
  end
end
Bunraku.embedded('device_config.rb')
