# frozen_string_literal: true

# Providers as the runtime calls them: one instance per type and class of device, made at the first call.
#
# Here is what a call looks like from the provider's side: which arguments it gets, in which form, and what its answers mean.
require 'puppet/resource_api'

module Bunraku
  module Providers
    @targets = {}

    class << self
      # Yields the provider of a type, with the device of that handle as the current one.
      def with(type_name, handle)
        device = handle && transports.fetch(handle)
        transports.during(device) { yield target(type_name.to_s) }
      end

      # For code that asks for the provider of a type by its name.
      def provider_of(type_name)
        target(type_name).provider
      end

      def context_of(type_name)
        target(type_name).context
      end

      private

      def transports
        Bunraku.embedded('transports.rb')
        Transports
      end

      def target(type_name)
        device = Puppet::Util::NetworkDevice.current
        key = [type_name, device && (device.respond_to?(:transport) ? device.transport : device).class]
        @targets[key] ||= Target.new(type_name)
      end
    end

    # The provider of one type.
    class Target
      def initialize(type_name)
        @name = type_name
        @definition = Puppet::ResourceApi.load_definition(type_name)
        raise Puppet::DevError, "Could not find type #{type_name}" unless @definition

        @context = Puppet::ResourceApi::PuppetContext.new(@definition)
      end

      # Canonical forms, one resource per call: providers rely on it.
      def canonicalize(resources)
        return resources unless @definition.feature?('canonicalize')

        resources.map do |resource|
          answer = provider.canonicalize(@context, [Values.attributes(resource)])
          unless answer.is_a?(Array) && answer.length == 1 && answer.first.is_a?(Hash)
            raise Puppet::DevError, "`#{@name}.canonicalize` did not return an array with one resource hash"
          end

          Values.encode_attributes(answer.first)
        end
      end

      def get(names)
        found =
          if @definition.feature?('simple_get_filter')
            provider.get(@context, names&.map { |identity| name_of(identity) })
          else
            provider.get(@context)
          end
        unless found.respond_to?(:each) && !found.is_a?(Hash)
          raise Puppet::DevError, "`#{@name}.get` did not return an array of resource hashes"
        end

        found.each_entry.to_a.map do |resource|
          next resource if resource.is_a?(Hash)

          raise Puppet::DevError, "`#{@name}.get` returned a #{resource.class} where a resource hash was expected"
        end
      end

      # nil, true, false, or a list of one of these and a message.
      def insync(identity, property, is, should)
        unless provider.respond_to?(:insync?)
          raise Puppet::DevError, 'No insync? method defined in the provider; an insync? method must be defined ' \
                                  'if the custom_insync feature is defined for the type'
        end

        answer = provider.insync?(@context, name_of(identity), property.to_sym, Values.attributes(is),
                                  Values.attributes(should))
        state, message = answer.is_a?(Array) ? answer : [answer, nil]
        unless state.nil? || state == true || state == false
          raise Puppet::DevError, "Custom insync for #{property} returned a #{state.class} with a value of " \
                                  "#{state.inspect} instead of true/false; insync? MUST return nil or the boolean " \
                                  'true or false'
        end
        result = { 'insync' => state }
        result['message'] = Values.text(message.to_s) unless message.nil? || message.to_s.empty?
        result
      end

      # More resources that belong to one, as `{type, title, parameters}`.
      def generate(identity, is, should)
        unless provider.respond_to?(:generate)
          raise Puppet::DevError, 'No generate method found within the types provider'
        end

        answer = provider.generate(@context, name_of(identity), Values.attributes(is), Values.attributes(should))
        answer = [answer] if answer.is_a?(Hash) || !answer.respond_to?(:each)
        answer.each_entry.to_a.compact.map { |resource| Puppet::Type.generated(resource) }
      end

      def set(changes, noop)
        identities = {}
        arguments = changes.to_h do |change|
          name = name_of(change['name'])
          identities[name] = change['name']
          [name, states(change)]
        end
        failed = @context.during_set(arguments.keys, noop) { call_set(arguments, noop) }
        return [] unless @context.failed?

        @context.reset_failed
        failures(identities, failed)
      end

      def refresh(identity)
        provider.refresh(@context, name_of(identity)) if provider.respond_to?(:refresh)
        nil
      end

      attr_reader :context

      def provider
        @provider ||= Puppet::ResourceApi.load_provider(@name).new
      end

      private

      def call_set(arguments, noop)
        if @definition.feature?('supports_noop')
          provider.set(@context, arguments, noop: noop)
        else
          provider.set(@context, arguments)
        end
      end

      def states(change)
        result = {}
        result[:is] = Values.attributes(change['is']) if change.key?('is')
        result[:should] = Values.attributes(change['should']) if change.key?('should')
        result
      end

      # Those that the provider named; all of them when it named none that we know.
      def failures(identities, failed)
        named = identities.select { |name, _identity| failed.any? { |title| title == name || title.to_s == name.to_s } }
        named = identities if named.empty?
        named.values.map do |identity|
          { 'name' => identity, 'status' => 'failed', 'error' => 'Execution encountered an error' }
        end
      end

      # How Ruby names a resource: the value of its namevar, or a hash when there are several.
      def name_of(identity)
        return Values.decode(identity) unless identity.is_a?(Hash)

        attributes = Values.attributes(identity)
        return attributes unless attributes.is_a?(Hash)

        namevars = @definition.namevars
        namevars.length == 1 ? attributes[namevars.first] : attributes
      end
    end
  end
end
