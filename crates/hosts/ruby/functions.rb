# frozen_string_literal: true

# Functions of modules: loaded when they are first called, found by their name in `lib/puppet/functions` and
# `lib/puppet/parser/functions`.
#
#   function.call {name, args, context?, block?}     runs it with the first dispatch that matches
module Bunraku
  module Functions
    @loaded = {}

    class << self
      def call(params)
        name = params.fetch('name').sub(/\A::/, '')
        arguments = (params['args'] || []).map { |argument| Values.decode(argument) }
        arguments << context_of(params['context']) if params['context']
        block = params['block'] && block_of(params['block'])
        # A data function without a value has reported `not_found` already.
        catch(:no_such_key) { return { 'value' => Values.encode(invoke(find(name), arguments, block)) } }
        raise ArgumentError, 'there is no value for the key'
      end

      # A function of a module that is known here, else one of the runtime.
      def call_by_name(name, arguments, block)
        name = name.to_s.sub(/\A::/, '')
        function = try(name)
        return invoke(function, arguments, block) if function
        raise ProtocolError, "a block cannot be given to the function '#{name}' from Ruby" if block

        Runtime.call_function(name, arguments)
      rescue Wire::RemoteError => e
        raise Wire::FunctionFailed, e
      end

      # Whether there is a function of the legacy API; loads it if necessary.
      def load_legacy(name)
        legacy = Puppet::Parser::Functions.functions
        return true if legacy.key?(name)

        load_file("puppet/parser/functions/#{name}")
        legacy.key?(name)
      end

      private

      def find(name)
        try(name) || raise(ArgumentError, "Unknown function: '#{name}'")
      end

      # Returns nil if no module has it.
      def try(name)
        typed = Puppet::Functions.functions
        load_file("puppet/functions/#{name.gsub('::', '/')}") unless typed.key?(name)
        return typed[name] if typed.key?(name)

        load_legacy(name) ? Puppet::Parser::Functions.functions[name] : nil
      end

      # A missing file is looked up only once.
      def load_file(file)
        return if @loaded[file]

        require file
        @loaded[file] = true
      rescue LoadError => e
        raise unless e.path == file

        @loaded[file] = true
      end

      def legacy?(function)
        function.is_a?(Puppet::Parser::Functions::Declared)
      end

      # For functions that give data.
      def context_of(described)
        require 'puppet/lookup_context'
        Puppet::LookupContext.of(described)
      end

      def block_of(given)
        id = given.is_a?(Hash) ? given['id'] : given
        proc { |*arguments| Runtime.call_block(id, arguments) }
      end

      def invoke(function, arguments, block)
        return invoke_legacy(function, arguments) if legacy?(function)

        dispatch = Selection.new(function, arguments, block).choose
        instance = function.new(scope)
        injected = dispatch.injected.map { |kind| kind == :scope ? scope : {} }
        value = instance.send(dispatch.method, *injected, *arguments, &block)
        check_result(dispatch, value)
        value
      end

      # At the top level nothing is an empty text for them.
      def invoke_legacy(function, arguments)
        Puppet::Parser::Functions.call(function, scope, arguments.map { |argument| argument.nil? ? '' : argument })
      end

      def check_result(dispatch, value)
        return if dispatch.return_type.nil?

        mismatch = Runtime.mismatch(dispatch.return_type, value)
        return unless mismatch

        raise Puppet::Pops::Types::TypeAssertionError, "value returned from function '#{dispatch.method}' has wrong type, #{mismatch}"
      end

      def scope
        @scope ||= Puppet::Parser::Scope.new
      end
    end

    # Finds the dispatch for arguments, or says why none fits.
    class Selection
      def initialize(function, arguments, block)
        @function = function
        @arguments = arguments
        @block = block
      end

      def choose
        refuse_early
        dispatches = @function.effective_dispatches
        reasons = dispatches.map do |dispatch|
          reason = reason_against(dispatch)
          return dispatch unless reason

          reason
        end
        raise ArgumentError, complaint(dispatches, reasons)
      end

      private

      # Arguments for which the function has its own message.
      def refuse_early
        @function.mismatches.each do |dispatch|
          next if reason_against(dispatch)

          raise ArgumentError, "'#{@function.function_name}' #{@function.new.send(dispatch.method, *@arguments)}"
        end
      end

      def reason_against(dispatch)
        wrong_count(dispatch) || wrong_argument(dispatch) || wrong_block(dispatch)
      end

      def wrong_count(dispatch)
        kinds = dispatch.parameters.map(&:kind)
        least = kinds.count { |kind| %i[required required_repeated].include?(kind) }
        most = kinds.any? { |kind| kind.to_s.end_with?('repeated') } ? nil : kinds.length
        given = @arguments.length
        return nil if given >= least && (most.nil? || given <= most)

        expected =
          if most.nil? then "at least #{count(least)}"
          elsif least == most then least.zero? ? 'no arguments' : count(least)
          else "between #{least} and #{count(most)}"
          end
        "expects #{expected}, got #{given.zero? ? 'none' : given}"
      end

      def count(number)
        "#{number} #{number == 1 ? 'argument' : 'arguments'}"
      end

      def wrong_argument(dispatch)
        @arguments.each_with_index do |argument, index|
          parameter = dispatch.parameters[index] || dispatch.parameters.last
          # The runtime knows no objects of ours, but there is only one kind.
          next if parameter.type == 'Puppet::LookupContext' && context?(argument)

          mismatch = Runtime.mismatch(expand(parameter.type), argument)
          return "parameter '#{parameter.name}' #{mismatch}" if mismatch
        end
        nil
      end

      def context?(argument)
        Puppet.const_defined?(:LookupContext, false) && argument.is_a?(Puppet::LookupContext)
      end

      def wrong_block(dispatch)
        return 'does not expect a block' if @block && dispatch.block.nil?

        'expects a block' if @block.nil? && dispatch.block && dispatch.block[:required]
      end

      # Replaces local type names by their declarations.
      def expand(type)
        @function.types.inject(type) { |text, (name, expression)| text.gsub(/(?<![\w:])#{Regexp.escape(name)}(?![\w:])/, expression) }
      end

      def complaint(dispatches, reasons)
        name = @function.function_name
        return "'#{name}' #{reasons.first}" if dispatches.length == 1

        lines = dispatches.zip(reasons).map { |dispatch, reason| "  #{signature(dispatch)}\n    rejected: #{reason}" }
        "The function '#{name}' was called with arguments it does not accept. It expects one of:\n#{lines.join("\n")}"
      end

      MARKS = { required: '', optional: '?', repeated: '*', required_repeated: '+' }.freeze

      def signature(dispatch)
        parts = dispatch.parameters.map { |one| "#{one.type} #{one.name}#{MARKS[one.kind]}" }
        block = dispatch.block
        parts << "#{block[:type]} #{block[:name]}#{'?' unless block[:required]}" if block
        "(#{parts.join(', ')})"
      end
    end
  end
end

require 'puppet/functions'
require 'puppet/parser/functions'
