# frozen_string_literal: true

# The pair of calls of the first draft: `define` says what a resource is, `implement` how it is read and changed.
#
#   Puppet::SimpleResource.define(name: 'book', attributes: { … })
#   Puppet::SimpleResource.implement('book') do
#     def get … end                                     # a list of resource hashes
#     def set(current_state, target_state, noop) … end  # two such lists
#   end
require 'puppet/resource_api'

module Puppet
  module SimpleResource
    # A list of resource hashes; a block with two parameters gets the title, too.
    class States < Array
      def initialize(states, names)
        super(states)
        @names = names
      end

      def each(&block)
        return super unless block && block.arity == 2

        each_index { |index| block.call(@names[index], at(index)) }
        self
      end

      # By index, or by title.
      def [](key, *rest)
        return super if key.is_a?(Integer) || key.is_a?(Range) || !rest.empty?

        index = @names.index(key)
        index && at(index)
      end
    end

    # What the block of `implement` is evaluated in: a provider of the Resource API.
    class Implementation
      class << self
        # `commands apt_key: 'apt-key'` makes a method that runs it; `noop: true` skips it.
        def commands(hash)
          hash.each do |name, path|
            define_method(name) do |*arguments, **options|
              command = Puppet::ResourceApi::Command.new(path)
              command.run(logger, *arguments, stdout_destination: :store, **options).stdout
            end
          end
        end

        # The methods of the author have other parameters than those of the Resource API.
        def adapt
          %i[get set].each do |name|
            raise Puppet::DevError, "`implement` needs a method `#{name}`" unless method_defined?(name)

            alias_method :"draft_#{name}", name
          end
          include Adapter
          remove_method(:get, :set)
        end
      end

      # The context of the call at hand.
      attr_reader :logger
    end

    # From the calls of the Resource API to those of the draft.
    module Adapter
      def get(context, _names = nil)
        @logger = context
        draft_get
      end

      def set(context, changes, noop: false)
        @logger = context
        names = changes.keys
        current = States.new(changes.values.map { |change| change[:is] }, names)
        target = States.new(changes.values.map { |change| change[:should] }, names)
        kinds = method(:draft_set).parameters.map(&:first)
        if kinds.any? { |kind| %i[key keyreq keyrest].include?(kind) }
          draft_set(current, target, noop: noop)
        elsif kinds.count { |kind| %i[req opt].include?(kind) } > 2 || kinds.include?(:rest)
          draft_set(current, target, noop)
        else
          draft_set(current, target)
        end
      end
    end

    class << self
      def define(definition)
        definition = definition.dup
        definition[:features] = Array(definition[:features]) | ['supports_noop']
        Puppet::ResourceApi.register_type(definition)
      end

      # The name may be given as text, or as `name:`.
      def implement(name = nil, **options, &block)
        name ||= options.fetch(:name)
        raise ArgumentError, '`implement` needs a block' unless block

        provider = Class.new(Implementation)
        provider.class_eval(&block)
        provider.adapt
        Puppet::ResourceApi.implement(name, provider)
      end
    end
  end
end
