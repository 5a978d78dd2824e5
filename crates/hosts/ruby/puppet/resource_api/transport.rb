# frozen_string_literal: true

# Transports: how a schema is registered, and how connection info becomes a transport.
#
# The caller's hash is never changed. Secrets are wrapped after the checks, and their defaults are not printed.
module Puppet
  module ResourceApi
    module Transport
      extend Bunraku::Unknown

      autoload :Address, 'puppet/resource_api/transport/address'
      autoload :Wrapper, 'puppet/resource_api/transport/wrapper'

      # Keys that Bolt gives with every target.
      BOLT_VALUES = %i[uri host protocol user port password].freeze
      BOLT_METAPARAMETERS = %i[name path query run-on remote-transport implementations].freeze
      # Names that a schema had better not use.
      RESERVED = %i[implementations name path query run-on remote-transport].freeze

      @schemas = {}

      class << self
        def register(schema)
          check(schema)
          name = schema[:name].to_s
          if @schemas.key?(name)
            raise Puppet::DevError, "Transport `#{schema[:name]}` is already registered for `#{environment}`"
          end

          schema[:connection_info_order] ||= schema[:connection_info].keys
          warn_about_names(schema)
          @schemas[name] = TransportSchemaDef.new(schema)
        end

        # Name => schema. Changing it changes nothing.
        def list
          Marshal.load(Marshal.dump(@schemas))
        rescue TypeError
          @schemas.transform_values(&:dup)
        end

        # All schemas of all modules.
        def list_all_transports(_environment = nil)
          Bunraku::Requiring.module_directories.each do |directory|
            Dir.glob(File.join(directory.to_s, 'puppet/transport/schema/*.rb')).sort.each { |file| require file }
          end
          list
        end

        def connect(name, connection_info)
          validate_and_open(name, connection_info)
        end

        # Makes a transport the current device.
        def inject_device(name, transport)
          wrapper = transport.is_a?(Wrapper) ? transport : Wrapper.new(name, transport)
          Puppet::Util::NetworkDevice.current = wrapper
        end

        # The schema of a transport, loaded if need be.
        def schema(name)
          key = name.to_s
          require "puppet/transport/schema/#{name}" unless @schemas.key?(key)
          @schemas[key] || raise(Puppet::DevError, "Transport for `#{name}` not registered with `#{environment}`")
        end

        # The checked connection info: without Bolt's keys, with defaults, secrets wrapped.
        def validate(name, connection_info)
          schema = schema(name)
          context = context_of(schema)
          info = connection_info.to_h.dup
          keep_secret(schema, info)
          Address.take_apart(schema, info) if info.key?(:uri) && schema.attributes.key?(:uri)
          remove_bolt_keys(schema, info, context)
          add_defaults(schema, info, context)
          schema.check_schema(info)
          schema.validate(info)
          wrap_sensitive(schema, info)
          info
        end

        def context_of(schema)
          PuppetContext.new(schema)
        end

        # The class of a transport.
        def transport_class(name)
          require "puppet/transport/#{name}"
          Puppet::Transport.const_get(Puppet::ResourceApi.class_name_from_type_name(name))
        end

        private

        def validate_and_open(name, connection_info)
          info = validate(name, connection_info)
          transport_class(name).new(context_of(schema(name)), info)
        end

        def environment
          Puppet.lookup(:current_environment).name
        end

        def check(schema)
          raise Puppet::DevError, "requires a hash as schema, not `#{schema.class}`" unless schema.is_a?(Hash)
          raise Puppet::DevError, 'requires a `:name`' unless schema.key?(:name)
          raise Puppet::DevError, 'requires `:desc`' unless schema.key?(:desc)
          raise Puppet::DevError, 'requires `:connection_info`' unless schema.key?(:connection_info)

          info = schema[:connection_info]
          raise Puppet::DevError, "`:connection_info` must be a hash, not `#{info.class}`" unless info.is_a?(Hash)

          order = schema[:connection_info_order]
          return if order.nil? || order.is_a?(Array)

          raise Puppet::DevError, "`:connection_info_order` must be an array, not `#{order.class}`"
        end

        def warn_about_names(schema)
          schema[:connection_info].each_key do |key|
            next unless RESERVED.include?(key) || key.to_s.start_with?('remote-')

            Puppet.warning("`#{schema[:name]}.#{key}` uses a reserved connection_info name")
          end
        end

        def remove_bolt_keys(schema, info, context)
          return unless info.key?(:'remote-transport')

          unknown = info.keys.reject { |key| schema.attributes.key?(key) }
          values, rest = unknown.partition { |key| BOLT_VALUES.include?(key) }
          meta, others = rest.partition { |key| BOLT_METAPARAMETERS.include?(key) || key.to_s.start_with?('remote-') }
          discard(info, values) { |key| context.info("Discarding superfluous bolt attribute: #{key}") }
          discard(info, meta) { |key| context.debug("Discarding bolt metaparameter: #{key}") }
          discard(info, others) { |key| context.warning("Discarding unknown attribute: #{key}") }
        end

        # From now on these are redacted in every message.
        def keep_secret(schema, info)
          schema.attributes.each do |attribute, options|
            next unless options[:sensitive]

            [info[attribute], options[:default]].compact.each { |value| Bunraku::Runtime.keep_secret(value) }
          end
        end

        def discard(info, keys)
          keys.each do |key|
            yield key
            info.delete(key)
          end
        end

        def add_defaults(schema, info, context)
          schema.attributes.each do |attribute, options|
            next if info.key?(attribute) || !options.key?(:default)

            shown = options[:sensitive] ? '<< redacted value >>' : options[:default].inspect
            context.debug("Using default value for attribute: #{attribute}, value: #{shown}")
            info[attribute] = options[:default]
          end
        end

        def wrap_sensitive(schema, info)
          sensitive = Puppet::Pops::Types::PSensitiveType::Sensitive
          schema.attributes.each do |attribute, options|
            next unless options[:sensitive] && info.key?(attribute) && !info[attribute].is_a?(sensitive)

            info[attribute] = sensitive.new(info[attribute])
          end
        end
      end
    end
  end
end
