# frozen_string_literal: true

# Puppet::Provider: the namespace of providers, and a base class that a few of them use for its commands and its log.
require 'puppet/util/logging'

module Puppet
  class Provider
    include Puppet::Util::Logging
    extend Puppet::Util::Logging

    # A command of a provider: found when it is used.
    class Command
      attr_reader :name, :executable

      def initialize(name, executable, options = {})
        @name = name
        @executable = executable
        @options = options
      end

      def path
        Puppet::Util.which(executable)
      end

      def execute(*arguments)
        found = path
        raise Puppet::MissingCommand, "Command #{name} is missing" unless found

        options = { failonfail: true, combine: true, custom_environment: {} }.merge(@options)
        Puppet::Util::Execution.execute([found, *arguments].flatten, options)
      end
    end

    # What `has_command` takes in its block.
    class CommandDefiner
      attr_reader :settings

      def initialize
        @settings = { custom_environment: {}, optional: false }
      end

      def environment(variables)
        @settings[:custom_environment] = @settings[:custom_environment].merge(variables)
      end

      def is_optional
        @settings[:optional] = true
      end
    end

    # What providers and their instances start programs with.
    module Programs
      def execute(*arguments)
        Puppet::Util::Execution.execute(*arguments)
      end

      def execpipe(*arguments, &block)
        Puppet::Util::Execution.execpipe(*arguments, &block)
      end

      def which(program)
        Puppet::Util.which(program)
      end
    end
    include Programs
    extend Programs

    class << self
      attr_accessor :name_of_provider
      attr_writer :doc

      # `commands apt: '/usr/bin/apt-get'` makes a method `apt` of the class and of its instances.
      def commands(hash)
        hash.each { |name, path| has_command(name, path) }
      end

      def optional_commands(hash)
        hash.each { |name, path| has_command(name, path) { is_optional } }
      end

      def has_command(name, path, &block)
        name = name.to_sym
        definer = CommandDefiner.new
        definer.instance_eval(&block) if block
        own_commands[name] = Command.new(name, path.to_s, custom_environment: definer.settings[:custom_environment])
        define_singleton_method(name) { |*arguments| find_command(name).execute(*arguments) }
        define_method(name) { |*arguments| self.class.send(:find_command, name).execute(*arguments) }
      end

      # The full path of a command; nil when it is not there.
      def command(name)
        find_command(name.to_sym).path
      end

      # Older providers say when they can be used. Those of the Resource API always can.
      %i[confine defaultfor notdefaultfor has_feature has_features mk_resource_methods desc initvars].each do |name|
        define_method(name) { |*_arguments| nil }
      end

      def suitable?
        own_commands.values.all?(&:path)
      end

      private

      def own_commands
        @own_commands ||= {}
      end

      def find_command(name)
        owner = ancestors.find { |ancestor| ancestor.is_a?(Class) && ancestor <= Provider && ancestor.send(:own_commands).key?(name) }
        raise Puppet::DevError, "No command #{name} defined for provider #{name_of_provider}" unless owner

        owner.send(:own_commands)[name]
      end
    end

    attr_accessor :resource

    def initialize(resource = nil)
      @resource = resource.is_a?(Hash) ? nil : resource
      @property_hash = resource.is_a?(Hash) ? resource.dup : {}
    end

    def command(name)
      self.class.command(name)
    end

    def get(name)
      @property_hash[name.to_sym] || :absent
    end

    def set(properties)
      properties.each { |name, value| @property_hash[name.to_sym] = value }
    end

    def to_s
      "(provider=#{self.class.name_of_provider})"
    end
  end
end
