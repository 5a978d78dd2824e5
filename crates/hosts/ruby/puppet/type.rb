# frozen_string_literal: true

# Puppet::Type: the types that modules ask for by name, their instances, and resources that `generate` returns.
#
# Types of the Resource API have a class of their own here. The legacy `newtype` is recorded and not run, so that files
# which hold both can be loaded.
require 'puppet/resource'

module Puppet
  class Type
    extend Bunraku::Unknown

    METAPARAMETERS = %i[alias audit before consume export loglevel noop notify require schedule stage subscribe tag].freeze
    # Types that come with Puppet, and that the runtime has.
    BUILT_IN = %i[augeas component cron exec file filebucket group host mailalias maillist mount notify package resources
                  schedule scheduled_task selboolean selmodule service ssh_authorized_key sshkey stage tidy user whit yumrepo
                  zfs zone zpool].freeze

    @types = {}
    @legacy = []

    class << self
      # Names of legacy types that module files define.
      attr_reader :legacy

      # Returns the class of a type, or nil.
      def type(name)
        key = name.to_s.downcase.to_sym
        return @types[key] if @types.key?(key)

        Puppet::ResourceApi.load_definition(key)
        @types[key] ||= Generic.of(key) if BUILT_IN.include?(key)
        @types[key]
      end

      # The class for a definition of the Resource API.
      def rsapi_type(definition)
        @types[definition.name.to_s.to_sym] = RsapiType.of(definition)
      end

      # The legacy API: its block is not run.
      def newtype(name, _options = {})
        key = name.to_s.downcase.to_sym
        @legacy << key unless @legacy.include?(key)
        @types[key] ||= Generic.of(key)
      end

      def rmtype(name)
        @types.delete(name.to_s.downcase.to_sym)
      end

      def loadall
        nil
      end

      def eachtype(&block)
        @types.values.each(&block)
      end

      def metaparams
        METAPARAMETERS
      end

      def metaparam?(name)
        METAPARAMETERS.include?(name.to_s.to_sym)
      end

      # What a provider's `generate` returned, as it travels.
      def generated(resource)
        case resource
        when Live then resource.to_generated
        when Puppet::Resource then generated_hash(resource.type, resource.title, resource.to_hash)
        when Hash then generated_map(resource)
        else
          raise Puppet::DevError, "`generate` returned a #{resource.class} where a resource was expected"
        end
      end

      def generated_hash(type, title, parameters)
        { 'type' => type.to_s.downcase, 'title' => Bunraku::Values.text(title.to_s),
          'parameters' => parameters.each_with_object({}) do |(name, value), result|
            result[name.to_s] = Bunraku::Values.encode(value.is_a?(Symbol) ? value.to_s : value)
          end }
      end

      private

      # `{type:, title:, attributes…}`; the attributes may stand in a hash of their own.
      def generated_map(map)
        map = map.transform_keys(&:to_s)
        type = map.delete('type')
        title = map.delete('title')
        unless type && title
          raise Puppet::DevError, '`generate` returned a hash without `type` and `title`'
        end

        inner = map.delete('attributes') || map.delete('parameters') || {}
        generated_hash(type, title, map.merge(inner.transform_keys(&:to_s)))
      end
    end

    # A resource of any type that code can read and change.
    class Live
      attr_reader :title

      def initialize(parameters = {})
        parameters = parameters.to_hash.merge(title: parameters.title) if parameters.is_a?(Puppet::Resource)
        parameters = parameters.transform_keys(&:to_sym)
        @title = parameters.delete(:title) || parameters[self.class.namevar] || parameters[:name]
        raise Puppet::Error, 'Title or name must be provided' if @title.nil?

        @parameters = parameters
        @state = nil
      end

      # What the runtime found.
      def self.found(title, state)
        instance = new(title: title)
        instance.send(:current=, state)
        instance
      end

      def type
        self.class.name
      end

      def name
        self[self.class.namevar] || title
      end

      # The value that was set, else the one that was found.
      def [](attribute)
        attribute = attribute.to_sym
        return @parameters[attribute] if @parameters.key?(attribute)
        return title if attribute == self.class.namevar && !(@state || {}).key?(attribute)

        (@state || {})[attribute]
      end
      alias should []

      def []=(attribute, value)
        @parameters[attribute.to_sym] = value
      end

      def delete(attribute)
        @parameters.delete(attribute.to_sym)
      end

      def key?(attribute)
        @parameters.key?(attribute.to_sym) || (@state || {}).key?(attribute.to_sym)
      end

      def to_hash
        (@state || {}).merge(@parameters)
      end
      alias to_h to_hash

      def ref
        "#{Puppet::Resource.type_reference(type)}[#{title}]"
      end
      alias to_s ref

      def inspect
        "#<#{ref}>"
      end

      def to_resource
        Puppet::Resource.new(type, title, parameters: to_hash)
      end

      def to_generated
        Puppet::Type.generated_hash(type, title, @parameters)
      end

      private

      def current=(state)
        @state = state
      end
    end

    # A type of which only the name is known: a built-in type or a legacy type.
    class Generic < Live
      class << self
        attr_reader :name

        def of(name)
          Class.new(self) { @name = name }
        end

        def namevar
          :name
        end

        # All resources of the type, as the runtime finds them.
        def instances
          Bunraku::Runtime.instances(name.to_s).map do |resource|
            found(resource['title'], Bunraku::Values.attributes(resource['parameters'] || {}))
          end
        end

        def metaparam?(attribute)
          Puppet::Type.metaparam?(attribute)
        end

        def provider(_name)
          nil
        end

        def providers
          []
        end

        # What files of the legacy API do with their type.
        def provide(*_arguments)
          Puppet::Provider
        end

        %i[newparam newproperty newmetaparam ensurable autorequire autobefore autonotify autosubscribe validate
           feature provide_alias title_patterns].each do |method|
          define_method(method) { |*_arguments| nil }
        end
      end
    end

    # A type of the Resource API.
    class RsapiType < Generic
      class << self
        attr_reader :type_definition

        def of(definition)
          name = definition.name.to_s.to_sym
          Class.new(self) do
            @name = name
            @type_definition = definition
          end
        end

        def namevar
          type_definition.namevars.first || :name
        end

        def key_attributes
          type_definition.namevars
        end

        def validattr?(attribute)
          type_definition.attributes.key?(attribute.to_sym) || metaparam?(attribute)
        end

        def allattrs
          type_definition.attributes.keys + METAPARAMETERS
        end

        def parameters
          type_definition.attributes.keys
        end

        # The provider that the runtime uses, and its context.
        def my_provider
          Bunraku.embedded('providers.rb')
          Bunraku::Providers.provider_of(name.to_s)
        end
        alias provider_instance my_provider

        def context
          Bunraku.embedded('providers.rb')
          Bunraku::Providers.context_of(name.to_s)
        end

        def provider(_name = nil)
          Puppet::ResourceApi.load_provider(name)
        end
      end

      # What `get` returned for this resource; nil when it is not known.
      def rsapi_current_state
        @state
      end

      # What names the resource in calls of the provider.
      def rsapi_title
        namevars = self.class.type_definition.namevars
        return self[namevars.first] || title if namevars.length < 2

        namevars.to_h { |namevar| [namevar, self[namevar]] }
      end

      def rsapi_canonicalized_target_state
        target = to_hash.select { |attribute, _value| self.class.type_definition.attributes.key?(attribute) }
        return target unless self.class.type_definition.feature?('canonicalize')

        self.class.my_provider.canonicalize(self.class.context, [target]).first
      end

      # Namevars belong to the resource even if they are not set.
      def to_generated
        namevars = self.class.type_definition.namevars.to_h { |namevar| [namevar, self[namevar]] }
        Puppet::Type.generated_hash(type, title, namevars.compact.merge(@parameters))
      end
    end
  end
end
