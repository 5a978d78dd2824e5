# frozen_string_literal: true

# Definitions as providers see them through `context.type`: every key that the author wrote is still there.
module Puppet
  module ResourceApi
    # What types and transport schemas have in common.
    class BaseTypeDefinition
      # The definition as a hash, and its attributes (of a transport: the connection info).
      attr_reader :definition, :attributes

      def initialize(definition, attributes_key)
        @attributes_key = attributes_key
        @definition = definition
        check(definition, attributes_key)
        @attributes = definition[attributes_key]
        check_attributes
      end

      def name
        @definition[:name]
      end

      def namevars
        @namevars ||= attributes.select { |_name, options| options[:behaviour] == :namevar }.keys
      end

      def ensurable?
        attributes.key?(:ensure)
      end

      # Attributes for which `insync?` is called.
      def insyncable_attributes
        @insyncable_attributes ||= attributes.reject { |_name, options| options[:behaviour] }.keys
      end

      # Raises, warns or whispers, as `strict` has it, about a resource that does not fit.
      def check_schema(resource, message_prefix = nil)
        namevars.each do |namevar|
          next unless resource[namevar].nil?

          raise Puppet::ResourceError,
                "`#{name}.get` did not return a value for the `#{namevar}` namevar attribute"
        end
        prefix = message_prefix || 'Provider returned data that does not match the Type Schema'
        report = schema_report(resource, "#{prefix} for `#{name}[#{resource[namevars.first]}]`")
        notify_schema_errors(report) if report
      end

      # Keys that are no attributes; `title` is allowed.
      def check_schema_keys(resource)
        resource.keys.reject { |key| attributes.key?(key) || key == :title }
      end

      # Attribute => what is wrong with its value.
      def check_schema_values(resource)
        attributes.each_with_object({}) do |(attribute, options), bad|
          next unless resource.key?(attribute)

          value = resource[attribute]
          message = Bunraku::Runtime.mismatch(options[:type], value)
          next unless message

          bad[attribute] = options[:sensitive] ? "<< redacted value >> #{message}" : "#{value} (#{message})"
        end
      end

      # nil when everything fits.
      def schema_report(resource, header)
        unknown = check_schema_keys(resource)
        bad = check_schema_values(resource)
        return nil if unknown.empty? && bad.empty?

        text = +"#{header}\n"
        text << " Unknown attribute:\n" << unknown.map { |key| "    * #{key}\n" }.join unless unknown.empty?
        text << "\n" if !unknown.empty? && !bad.empty?
        text << " Value type mismatch:\n" << bad.map { |key, what| "    * #{key}: #{what}\n" }.join unless bad.empty?
        text
      end

      def notify_schema_errors(message)
        raise Puppet::DevError, message
      end

      private

      def kind
        self.class.name
      end

      def check(definition, key)
        raise Puppet::DevError, "#{kind} must be a Hash, not `#{definition.class}`" unless definition.is_a?(Hash)
        raise Puppet::DevError, "#{kind} must have a name" unless definition.key?(:name)
        raise Puppet::DevError, "#{kind} must have `#{key}`" unless definition.key?(key)
        return if definition[key].is_a?(Hash)

        raise Puppet::DevError, "`#{definition[:name]}.#{key}` must be a hash, not `#{definition[key].class}`"
      end

      def check_attributes
        if @definition.key?(:docs)
          if @definition[:desc]
            raise Puppet::DevError, "`#{name}` has both `desc` and `docs`, prefer using `desc`"
          end

          @definition[:desc] = @definition.delete(:docs)
        end
        attributes.each { |attribute, options| check_attribute(attribute, options) }
      end

      def check_attribute(attribute, options)
        if attribute == :rsapi_custom_insync_trigger
          raise Puppet::DevError, '`rsapi_custom_insync_trigger` cannot be specified as an attribute; ' \
                                  'it is reserved for propertyless types with the custom_insync feature'
        end
        unless options.is_a?(Hash)
          raise Puppet::DevError, "`#{name}.#{attribute}` must be a Hash, not a #{options.class}"
        end
        raise Puppet::DevError, "`#{name}.#{attribute}` has no type" unless options.key?(:type)
        return unless options.key?(:behavior)

        if options.key?(:behaviour)
          raise Puppet::DevError,
                "the '#{attribute}' attribute has both a `behavior` and a `behaviour`, only use one"
        end
        options[:behaviour] = options.delete(:behavior)
      end
    end

    # A resource type.
    class TypeDefinition < BaseTypeDefinition
      # Names of one feature in different documents.
      ALIASES = { 'noop_handler' => 'supports_noop' }.freeze
      # How many warnings about wrong data one process gives.
      MAX_WARNINGS = 100

      @warnings = 0
      class << self
        attr_accessor :warnings
      end

      def initialize(definition)
        super(definition, :attributes)
        @definition[:features] ||= @definition[:feature] || []
        @definition[:title_patterns] ||= []
        check_behaviours
      end

      # Texts alone name features.
      def feature?(feature)
        wanted = ALIASES.fetch(feature, feature)
        Array(definition[:features]).any? { |given| ALIASES.fetch(given, given) == wanted }
      end

      def title_patterns
        definition[:title_patterns] || []
      end

      # The runtime has no symbols and cannot tell that a text was given.
      def check_behaviours
        attributes.each_value do |options|
          next unless options[:behaviour].is_a?(String)

          raise Puppet::ResourceError, "`#{options[:behaviour]}` is not a valid behaviour value"
        end
      end

      # As `strict` has it: an error, a warning (a hundred of them at most), or a debug line.
      def notify_schema_errors(message)
        case Puppet[:strict].to_s
        when 'off' then Puppet.debug(message)
        when 'warning'
          TypeDefinition.warnings += 1
          Puppet.warning(message) if TypeDefinition.warnings <= MAX_WARNINGS
        else raise Puppet::DevError, message
        end
      end
    end

    # The schema of a transport. It reads like the hash that was registered, too.
    class TransportSchemaDef < BaseTypeDefinition
      def initialize(definition)
        super(definition, :connection_info)
      end

      def [](key)
        definition[key]
      end

      def key?(key)
        definition.key?(key)
      end

      def dig(*keys)
        definition.dig(*keys)
      end

      def to_h
        definition
      end

      # Rejects invalid connection info, independent of `strict`.
      def check_schema(connection_info, message_prefix = nil)
        prefix = message_prefix || 'The connection info provided does not match the Transport Schema'
        report = schema_report(connection_info, "#{prefix} for `#{name}[#{connection_info[namevars.first]}]`")
        notify_schema_errors(report) if report
      end

      # Refuses connection info in which something is missing.
      def validate(connection_info)
        missing = attributes.select do |attribute, options|
          connection_info[attribute].nil? && !connection_info.key?(attribute) && !optional?(options[:type])
        end
        return if missing.empty?

        raise Puppet::ResourceError,
              "The following mandatory attributes were not provided:\n    *  #{missing.keys.join(", \n    *  ")}"
      end

      private

      def optional?(type)
        /\A\s*Optional\b/.match?(type.to_s)
      end
    end
  end
end
