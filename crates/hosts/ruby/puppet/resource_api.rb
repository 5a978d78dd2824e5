# frozen_string_literal: true

# Puppet::ResourceApi: where modules register their types and transports, and how the provider of a type is found.
#
# The runtime checks definitions, because it has the type system and reports every error at once; here only values that
# cannot be encoded are rejected.
require 'puppet'

module Puppet
  module ResourceApi
    extend Bunraku::Unknown

    {
      'puppet/resource_api/type_definition' => %i[BaseTypeDefinition TypeDefinition TransportSchemaDef],
      'puppet/resource_api/base_context' => %i[BaseContext], 'puppet/resource_api/puppet_context' => %i[PuppetContext],
      'puppet/resource_api/io_context' => %i[IOContext], 'puppet/resource_api/simple_provider' => %i[SimpleProvider],
      'puppet/resource_api/data_type_handling' => %i[DataTypeHandling], 'puppet/resource_api/transport' => %i[Transport],
      'puppet/resource_api/glue' => %i[ResourceShim MonkeyHash], 'puppet/resource_api/version' => %i[VERSION],
      'puppet/resource_api/command' => %i[Command CommandResult CommandHandle CommandError CommandNotFoundError
                                          CommandExecutionError CommandTimeoutError]
    }.each { |file, names| names.each { |name| autoload(name, file) } }

    @definitions = {}

    class << self
      # Registered types: name => TypeDefinition. The later registration of a name wins.
      attr_reader :definitions

      def register_type(definition)
        type = TypeDefinition.new(definition)
        prepare_namespace(type.name)
        @definitions[type.name.to_s] = type
        Puppet::Type.rsapi_type(type)
      end

      def register_transport(schema)
        Transport.register(schema)
      end

      # The definition of a type, from the module that has it if it is not registered yet; nil when there is none.
      def load_definition(type_name)
        name = type_name.to_s
        return @definitions[name] if @definitions.key?(name)

        # Types in the Puppet language have priority: a module may have both, for versions of Puppet without them.
        definition = Bunraku::Runtime.definition(name)
        if definition
          register_type(definition)
          return @definitions[name]
        end

        begin
          require "puppet/type/#{name}"
        rescue LoadError => e
          raise unless e.path == "puppet/type/#{name}"
        end
        @definitions[name]
      end

      # Names the provider class of a type, where a file does not define it under the usual name.
      def implement(type_name, provider)
        prepare_namespace(type_name)
        camel = class_name_from_type_name(type_name)
        Puppet::Provider.const_get(camel, false).const_set(camel, provider)
      end

      # The provider class of a type, for the device at hand if there is one.
      def load_provider(type_name)
        device = Puppet::Util::NetworkDevice.current
        device.nil? ? load_default_provider(type_name) : load_device_provider(type_name, device_name(device))
      end

      def load_default_provider(type_name)
        find_provider(type_name, type_name) ||
          raise(Puppet::DevError, "provider class #{provider_name(type_name, type_name)} not found " \
                                  "in puppet/provider/#{type_name}/#{type_name}")
      end

      def load_device_provider(type_name, device)
        find_provider(type_name, device) || find_provider(type_name, type_name) ||
          raise(Puppet::DevError,
                "Found neither the device-specific provider class #{provider_name(type_name, device)} " \
                "in puppet/provider/#{type_name}/#{device} " \
                "nor the generic provider class #{provider_name(type_name, type_name)} " \
                "in puppet/provider/#{type_name}/#{type_name}")
      end

      # `apt_key` is `AptKey`.
      def class_name_from_type_name(type_name)
        type_name.to_s.split('_').map(&:capitalize).join
      end

      # The name under which a device's providers are looked for.
      def device_name(device)
        return device.schema.name if device.is_a?(Transport::Wrapper)

        device.class.name.to_s.split('::')[-2].to_s.downcase
      end

      private

      # Provider files open Puppet::Provider::<Type> without defining it.
      def prepare_namespace(type_name)
        camel = class_name_from_type_name(type_name)
        Puppet::Provider.const_set(camel, Module.new) unless Puppet::Provider.const_defined?(camel, false)
      end

      def provider_name(type_name, device)
        "Puppet::Provider::#{class_name_from_type_name(type_name)}::#{class_name_from_type_name(device)}"
      end

      # Loads the class if necessary; nil if there is no file for it or the file does not define it.
      def find_provider(type_name, device)
        file = "puppet/provider/#{type_name}/#{device}"
        begin
          require file
        rescue LoadError => e
          raise unless e.path == file

          return defined_provider(type_name, device)
        end
        defined_provider(type_name, device)
      end

      # Puppet::Provider::AptKey::AptKey; legacy forms of the name are tried after it.
      def defined_provider(type_name, device)
        names = [class_name_from_type_name(type_name), type_name.to_s.capitalize].uniq
        spaces = names.map { |name| constant(Puppet::Provider, name) }.compact
        spaces.each do |space|
          found = constant(space, class_name_from_type_name(device)) || constant(space, device.to_s.capitalize)
          return found if found
        end
        return nil unless device.to_s == type_name.to_s

        spaces.find { |space| space.is_a?(Class) && space.method_defined?(:get) }
      end

      def constant(space, name)
        space.const_get(name, false) if /\A[A-Z]\w*\z/.match?(name) && space.const_defined?(name, false)
      end
    end
  end

  # One of the documents spells it so.
  ResourceAPI = ResourceApi
end
