# frozen_string_literal: true

# Puppet::Functions: functions of the language that modules write in Ruby, with typed parameters.
#
# What a module declares is kept as data; bunraku's functions.rb finds the dispatch for a call, or the runtime does.
module Puppet
  module Functions
    extend Bunraku::Unknown

    # One parameter. `kind`: required, optional, repeated, required_repeated.
    Parameter = Struct.new(:type, :name, :kind)
    # One way to call a function. `injected`: parameters that the runtime passes by itself, by position.
    Dispatch = Struct.new(:method, :parameters, :block, :return_type, :injected)

    # What the block of `dispatch` is evaluated in.
    class DispatchBuilder
      attr_reader :dispatch

      def initialize(method)
        @dispatch = Dispatch.new(method, [], nil, nil, [])
      end

      { param: :required, required_param: :required, optional_param: :optional, repeated_param: :repeated,
        optional_repeated_param: :repeated, required_repeated_param: :required_repeated }.each do |name, kind|
        define_method(name) do |type, parameter|
          add(Parameter.new(type.to_s, parameter.to_s, kind))
        end
      end

      def block_param(*type_and_name)
        block(type_and_name, true)
      end
      alias required_block_param block_param

      def optional_block_param(*type_and_name)
        block(type_and_name, false)
      end

      def return_type(type)
        @dispatch.return_type = type.to_s
      end

      # The scope, and what else Puppet's own functions get before their arguments.
      %i[scope_param cache_param compiler_param pal_script_compiler_param pal_catalog_compiler_param].each do |name|
        define_method(name) { @dispatch.injected << name.to_s.sub('_param', '').to_sym }
      end

      private

      def add(parameter)
        last = @dispatch.parameters.last
        if last && last.kind.to_s.end_with?('repeated')
          raise ArgumentError, 'Parameters cannot be added after a repeated parameter'
        end
        if parameter.kind == :required && last && last.kind == :optional
          raise ArgumentError, 'A required parameter cannot be added after an optional parameter'
        end

        @dispatch.parameters << parameter
      end

      def block(type_and_name, required)
        type = type_and_name.find { |item| item.is_a?(String) } || 'Callable'
        name = type_and_name.find { |item| item.is_a?(Symbol) } || :block
        @dispatch.block = { type: type, name: name.to_s, required: required }
      end
    end

    # The base class of functions.
    class Function
      class << self
        attr_accessor :function_name

        def dispatch(method, &block)
          builder = DispatchBuilder.new(method)
          builder.instance_eval(&block)
          dispatches << builder.dispatch
        end

        # Arguments that are accepted and refused with a text of the function's own.
        def argument_mismatch(method, &block)
          builder = DispatchBuilder.new(method)
          builder.instance_eval(&block)
          mismatches << builder.dispatch
        end

        # Names for types, for this function alone.
        def local_types(&block)
          LocalTypes.new(types).instance_eval(&block)
        end

        def dispatches
          @dispatches ||= []
        end

        def mismatches
          @mismatches ||= []
        end

        # Name => type.
        def types
          @types ||= {}
        end

        # The declared dispatches, or the one derived from the method.
        def effective_dispatches
          return dispatches unless dispatches.empty?

          name = function_name.to_s.split('::').last
          unless method_defined?(name) || private_method_defined?(name)
            raise ArgumentError, "Function Creation Error, cannot create a default dispatcher for function '#{function_name}', " \
                                 "no method with this name found"
          end

          [default_dispatch(instance_method(name))]
        end

        private

        KINDS = { req: :required, opt: :optional, rest: :repeated }.freeze

        def default_dispatch(method)
          parameters = method.parameters.select { |kind, _| KINDS.key?(kind) }
                             .map { |kind, name| Parameter.new('Any', name.to_s, KINDS[kind]) }
          takes_block = method.parameters.any? { |kind, _| kind == :block }
          block = takes_block ? { type: 'Callable', name: 'block', required: false } : nil
          Dispatch.new(method.name, parameters, block, nil, [])
        end
      end

      # What the block of `local_types` is evaluated in.
      class LocalTypes
        def initialize(types)
          @types = types
        end

        def type(text)
          name, expression = text.split('=', 2).map(&:strip)
          @types[name] = expression
        end
      end

      attr_reader :closure_scope, :loader

      def initialize(closure_scope = nil, loader = nil)
        @closure_scope = closure_scope
        @loader = loader
      end

      # Another function, with a block if there is one.
      def call_function(name, *arguments, &block)
        Bunraku::Functions.call_by_name(name, arguments, block)
      end

      def scope
        closure_scope
      end
    end

    class InternalFunction < Function; end
    class PuppetFunction < Function; end
    class Function3x < InternalFunction; end

    # Functions by name, as they were declared.
    @functions = {}

    class << self
      attr_reader :functions

      def create_function(name, base = Function, &block)
        function = Class.new(base)
        function.function_name = name.to_s
        function.class_eval(&block)
        @functions[name.to_s] = function
      end

      def create_loaded_function(name, _loader = nil, base = Function, &block)
        create_function(name, base, &block)
      end
    end
  end
end
