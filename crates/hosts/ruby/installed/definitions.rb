# frozen_string_literal: true

# Describes the types of the installed Puppet as definitions of the Resource API.
#
# Puppet validates values when it creates a resource, so every attribute accepts any value. Resources are identified by title,
# because that is how Puppet's own catalog finds them. Each one is read right before it is changed (`batch`), as in Puppet:
# providers cache what they have read, and write it back.
module Bunraku
  module Installed
    module Definitions
      # The features that every type of Puppet has in this host.
      FEATURES = %w[canonicalize custom_insync simple_get_filter ensure_states].freeze
      # How types and definitions name the devices that they apply to.
      APPLY_TO = { host: 'host', device: 'device', both: 'all' }.freeze
      # Attributes that the runtime adds to every type.
      OF_THE_RUNTIME = %i[provider].freeze

      class << self
        def load(params)
          errors = []
          types = Array(params['names']).map do |name|
            definition(name.to_s)
          rescue Exception => e # rubocop:disable Lint/RescueException
            described = Errors.describe(e)
            errors << described['data'].merge('path' => "puppet/type/#{name}", 'message' => described['message'])
            nil
          end
          { 'types' => types.compact, 'transports' => [], 'errors' => errors }
        end

        private

        def definition(name)
          type = Puppet::Type.type(name.to_sym)
          return nil unless type

          { 'name' => name, 'desc' => text(type.doc), 'features' => features(type), 'repeats' => true, 'batch' => false,
            'apply_to' => APPLY_TO.fetch(type.apply_to, 'host'),
            'attributes' => attributes(type), 'providers' => providers(type) }
        end

        def features(type)
          features = FEATURES.dup
          features << 'refreshable' if type.method_defined?(:refresh)
          features << 'custom_generate' if overrides?(type, :generate)
          features
        end

        def overrides?(type, method)
          type.method_defined?(method) && type.instance_method(method).owner != Puppet::Type
        end

        def attributes(type)
          names = type.key_attributes | type.properties.map(&:name) | type.parameters
          (names - OF_THE_RUNTIME).to_h do |name|
            attribute = { 'type' => 'Optional[Any]', 'desc' => text(type.attrclass(name).doc) }
            behaviour = behaviour(type, name)
            attribute['behaviour'] = behaviour if behaviour
            [name.to_s, attribute]
          end
        end

        def behaviour(type, name)
          # Puppet parses titles itself, so one namevar is enough.
          return 'namevar' if type.key_attributes.first == name

          'parameter' if type.attrtype(name) == :param || type.key_attributes.include?(name)
        end

        def providers(type)
          default = type.defaultprovider&.name
          type.providers.map do |name|
            { 'name' => name.to_s, 'suitable' => type.provider(name).suitable? ? true : false, 'default' => name == default }
          end
        end

        def text(value)
          Values.text(value.to_s.strip)
        end
      end
    end
  end
end
