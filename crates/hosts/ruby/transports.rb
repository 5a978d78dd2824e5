# frozen_string_literal: true

# Transports and devices that the runtime has opened, by handle, and which of them is the current one.
#
# A transport is closed once, also when closing it fails, which is only logged at debug level.
require 'puppet/resource_api'

module Bunraku
  module Transports
    # A section of device.conf.
    Section = Struct.new(:name, :provider, :url, :options)

    @devices = {}
    @next = 0

    class << self
      # `{schema, connection_info}`: a transport that a schema describes.
      def connect(params)
        name = params.fetch('schema')
        transport = Puppet::ResourceApi::Transport.connect(name, Values.attributes(params['connection_info'] || {}))
        keep(Puppet::ResourceApi::Transport::Wrapper.new(name, transport))
      end

      # `{type, url, options, name}`: a device of device.conf, through the class of the module.
      def connect_device(params)
        options = (params['options'] || {}).transform_keys(&:to_sym)
        section = Section.new(params['name'] || params['type'], params.fetch('type'), params['url'], options)
        Puppet::Util::NetworkDevice.init(section)
        keep(Puppet::Util::NetworkDevice.current)
      end

      def verify(params)
        during_handle(params) do |device|
          transport = transport_of(device)
          transport.verify(context_of(device)) if transport.respond_to?(:verify)
        end
        nil
      end

      def facts(params)
        found = during_handle(params, &:facts)
        raise Puppet::DevError, "facts must return a Hash, not #{found.class}" unless found.nil? || found.is_a?(Hash)

        { 'facts' => Values.encode(plain(found || {})) }
      end

      # Facts contain data only; everything else is converted to a string, as in Puppet.
      def plain(value)
        case value
        when Hash then value.to_h { |key, item| [key.to_s, plain(item)] }
        when Array then value.map { |item| plain(item) }
        when Integer then Values::INTEGERS.cover?(value) ? value : value.to_s
        when Float then value.finite? ? value : value.to_s
        when String, true, false, Puppet::Pops::Types::PSensitiveType::Sensitive then value
        else value.to_s
        end
      end

      def close(params)
        device = @devices.delete(params.fetch('handle'))
        return nil unless device

        Puppet::Util::NetworkDevice.current = nil if Puppet::Util::NetworkDevice.current.equal?(device)
        transport = transport_of(device)
        begin
          transport.close(context_of(device)) if transport.respond_to?(:close) && context_of(device)
        rescue StandardError => e
          Puppet.debug("closing the transport failed: #{e.message}")
        end
        nil
      end

      def fetch(handle)
        @devices.fetch(handle) { raise ProtocolError, "there is no transport with the handle '#{handle}'" }
      end

      # Makes a device the current one during a block. Without a device, the one that a module has set stays.
      def during(device)
        return yield if device.nil?

        before = Puppet::Util::NetworkDevice.current
        Puppet::Util::NetworkDevice.current = device
        begin
          yield
        ensure
          Puppet::Util::NetworkDevice.current = before
        end
      end

      private

      def keep(device)
        handle = (@next += 1).to_s
        @devices[handle] = device
        { 'handle' => handle }
      end

      def during_handle(params)
        device = fetch(params.fetch('handle'))
        during(device) { yield device }
      end

      def transport_of(device)
        device.respond_to?(:transport) && device.transport ? device.transport : device
      end

      # Only transports with a schema have a context.
      def context_of(device)
        return nil unless device.is_a?(Puppet::ResourceApi::Transport::Wrapper)

        Puppet::ResourceApi::Transport.context_of(device.schema)
      end
    end
  end
end
