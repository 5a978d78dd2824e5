# frozen_string_literal: true

# The scope that functions see: variables and functions of the manifest, through the runtime.
require 'puppet/parser/functions'

module Puppet
  module Parser
    class Scope
      def initialize(name = nil)
        @name = name || 'Scope(Class[main])'
      end

      # nil for a variable that there is not.
      def lookupvar(name, _options = {})
        Bunraku::Runtime.variable(name.to_s.sub(/\A::/, ''))
      end
      alias [] lookupvar

      def exist?(name)
        name = name.to_s.sub(/\A::/, '')
        Bunraku::Runtime.variables([name]).key?(name)
      end
      alias include? exist?
      alias bound? exist?

      def setvar(name, value, _options = {})
        Bunraku::Runtime.set_variable(name.to_s, value)
        value
      end
      alias []= setvar

      # All variables that are set.
      def to_hash(_recursive = true)
        Bunraku::Runtime.variables
      end

      def call_function(name, arguments = [], &block)
        # Handed on as a splat: a hash becomes its pairs, nil nothing.
        Bunraku::Functions.call_by_name(name, [*arguments], block)
      end

      def environment
        Puppet.lookup(:current_environment)
      end

      %i[debug info notice warning err alert emerg crit].each do |level|
        define_method(level) { |message| Bunraku::Log.message(level, message, to_s) }
      end

      def to_s
        @name
      end
      alias inspect to_s

      def respond_to_missing?(name, include_private = false)
        name.to_s.start_with?('function_') || super
      end

      # Functions of the legacy API that are not loaded yet, and those of the runtime.
      def method_missing(name, *arguments)
        function = name.to_s[/\Afunction_(.+)\z/, 1]
        return super unless function
        return public_send(name, *arguments) if Bunraku::Functions.load_legacy(function)

        Bunraku::Functions.call_by_name(function, arguments.first || [], nil)
      end
    end
  end
end
