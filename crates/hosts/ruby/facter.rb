# frozen_string_literal: true

# Facts as modules read them: the runtime knows them, this host asks for each once.
module Facter
  extend Bunraku::Unknown

  # A fact that was looked up by name.
  class Fact
    attr_reader :name

    def initialize(name)
      @name = name
    end

    def value
      Facter.value(@name)
    end

    def flush
      Bunraku::Runtime.forget_fact(@name)
    end

    def to_s
      value.to_s
    end
  end

  {
    'facter/core/execution' => %i[Core], 'facter/util/resolution' => %i[Util]
  }.each { |file, names| names.each { |name| autoload(name, file) } }

  VERSION = '4.3.0'
  FACTERVERSION = VERSION

  class << self
    # nil for a fact that there is not. `os.family` and `os['family']` reach into structured ones.
    def value(name)
      name = name.to_s
      return Bunraku::CustomFacts.value(name) if Bunraku.const_defined?(:CustomFacts, false) && Bunraku::CustomFacts.known?(name)

      found = Bunraku::Runtime.fact(name)
      found.nil? ? value_of_module(name) : found
    end

    # What only the files of modules can tell.
    def value_of_module(name)
      Bunraku.embedded('custom_facts.rb')
      Bunraku::CustomFacts.load_all
      Bunraku::CustomFacts.known?(name) ? Bunraku::CustomFacts.value(name) : nil
    end

    def [](name)
      fact(name)
    end

    # Returns nil if there is no such fact. A fact that a module defines exists even if it has no value on this machine.
    def fact(name)
      name = name.to_s.downcase
      value(name).nil? && !defined_by_module?(name) ? nil : Fact.new(name)
    end

    def defined_by_module?(name)
      Bunraku.embedded('custom_facts.rb')
      Bunraku::CustomFacts.load_all
      Bunraku::CustomFacts.defined?(name)
    end

    def version
      VERSION
    end

    def to_hash
      facts = Bunraku::Runtime.fact('')
      facts.is_a?(Hash) ? facts : {}
    end

    def list
      to_hash.keys
    end

    def each
      to_hash.each { |name, value| yield name, value }
    end

    %i[clear flush reset clear_messages loadfacts].each do |name|
      define_method(name) do
        Bunraku::Runtime.forget_facts
        nil
      end
    end

    def search(*_folders); end

    def search_path
      []
    end

    def search_external(_folders); end

    def debug(message = nil)
      return unless debugging?

      Bunraku::Log.line(:debug, message || yield, 'Facter')
    end

    { warn: :warning, error: :err, info: :info }.each do |name, level|
      define_method(name) { |message| Bunraku::Log.line(level, message, 'Facter') }
    end

    { debugonce: :debug, warnonce: :warning }.each do |name, level|
      define_method(name) do |message|
        Bunraku::Log.line(level, message, 'Facter') if Bunraku::Log.once?([:facter, message])
      end
    end

    def log_exception(exception, message = :default)
      Puppet.log_exception(exception, message)
    end

    def debugging?
      Bunraku::Log.shown?(:debug)
    end

    def trace?
      Puppet[:trace] ? true : false
    end

    def add(name, options = {}, &block)
      Bunraku.embedded('custom_facts.rb')
      Bunraku::CustomFacts.add(name, options, &block)
    end

    def define_fact(name, options = {}, &block)
      Bunraku.embedded('custom_facts.rb')
      Bunraku::CustomFacts.define(name, options, &block)
    end
  end
end
