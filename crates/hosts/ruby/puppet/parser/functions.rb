# frozen_string_literal: true

# Puppet::Parser::Functions: legacy functions. They get all arguments in one array, and run in the scope.
module Puppet
  module Parser
    extend Bunraku::Unknown

    class Scope; end

    module Functions
      @functions = {}

      # A function of that form.
      Declared = Struct.new(:name, :type, :arity, :doc, :block)

      class << self
        attr_reader :functions

        # `arity` may be negative: at least so many less one.
        def newfunction(name, options = {}, &block)
          type = options[:type] || :statement
          declared = Declared.new(name.to_s, type, options[:arity] || -1, options[:doc], block)
          @functions[name.to_s] = declared
          Scope.send(:define_method, "function_#{name}") { |arguments| Functions.call(declared, self, arguments) }
          Scope.send(:define_method, "real_function_#{name}") { |arguments| instance_exec(arguments, &block) }
          declared
        end

        # The method of the scope that runs a function; false when there is none.
        def function(name)
          known = @functions.key?(name.to_s) || Bunraku::Functions.load_legacy(name.to_s)
          known ? "function_#{name}" : false
        end

        def rvalue?(name)
          function(name) && @functions[name.to_s].type == :rvalue
        end

        def arity(name)
          function(name) ? @functions[name.to_s].arity : nil
        end

        def autoloader
          Loader
        end

        # Runs a function with the arguments in a list.
        def call(declared, scope, arguments)
          unless arguments.is_a?(Array)
            raise ArgumentError, 'custom functions must be called with a single array that contains the arguments. ' \
                                 "For example, function_example([1]) instead of function_example(1)"
          end

          check(declared, arguments.length)
          value = scope.instance_exec(arguments, &declared.block)
          declared.type == :rvalue ? value : ''
        end

        private

        def check(declared, given)
          arity = declared.arity
          if arity >= 0 && given != arity
            raise ArgumentError, "#{declared.name}(): Wrong number of arguments given (#{given} for #{arity})"
          elsif arity.negative? && given < arity.abs - 1
            raise ArgumentError, "#{declared.name}(): Wrong number of arguments given (#{given} for minimum #{arity.abs - 1})"
          end
        end
      end

      # What modules load functions with.
      module Loader
        module_function

        def loadall
          nil
        end

        def load(name, _environment = nil)
          Functions.function(name) ? true : false
        end
      end
    end
  end
end
Bunraku.embedded('functions.rb')
Bunraku.embedded('scope.rb')
