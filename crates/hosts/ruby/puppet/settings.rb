# frozen_string_literal: true

# Settings: those that the runtime sent at the start, those that a module has set, and requests for all others.
module Puppet
  class Settings
    class SettingsError < Puppet::Error; end
    class ValidationError < SettingsError; end
    class InterpolationError < SettingsError; end
    class ParseError < SettingsError; end

    # A single setting.
    Setting = Struct.new(:name, :value)

    # How the program runs, as far as modules ask.
    class RunMode
      attr_reader :name

      def initialize(name)
        @name = name.to_sym
      end

      def server?
        %i[master server].include?(name)
      end
      alias master? server?

      def agent?
        name == :agent
      end

      def user?
        name == :user
      end
    end

    # Settings that Puppet gives as symbols.
    SYMBOLS = %w[strict].freeze

    def initialize
      given = (Bunraku.session || {})['settings']
      @values = {}
      (given || {}).each { |name, value| @values[name.to_s] = typed(name.to_s, Bunraku::Values.decode(value)) }
      @given = @values.keys
      @values['trace'] = true if (Bunraku.session || {})['trace']
    end

    # nil for a setting that does not exist, as Puppet has it.
    def [](name)
      name = name.to_s
      return @values[name] if @values.key?(name)

      @values[name] = typed(name, ask(name))
    end

    def value(name, _environment = nil, _bypass = false)
      self[name]
    end

    def []=(name, value)
      name = name.to_s
      if self[name].nil? && !@given.include?(name)
        raise ArgumentError, "Attempt to assign a value to unknown setting #{name.to_sym.inspect}"
      end

      @values[name] = typed(name, value)
    end

    # nil for a setting that does not exist.
    def setting(name)
      Setting.new(name.to_sym, self[name]) if include?(name)
    end

    def set_by_config?(_name)
      false
    end

    def include?(name)
      !self[name].nil?
    end

    # Sets without asking whether the setting exists.
    def preset(name, value)
      @values[name.to_s] = typed(name.to_s, value)
    end

    private

    def ask(name)
      Bunraku::Runtime.setting(name)
    end

    def typed(name, value)
      SYMBOLS.include?(name) && value.is_a?(String) ? value.to_sym : value
    end
  end
end
