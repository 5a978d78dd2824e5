# frozen_string_literal: true

# What this machine and this Ruby can do, as `Puppet.features` tells it.
module Puppet
  class Feature
    BUILT_IN = {
      root: -> { Process.euid.zero? }, posix: -> { true }, microsoft_windows: -> { false }, windows: -> { false },
      syslog: -> { true }, uid: -> { true }, manages_symlinks: -> { true }, cfpropertylist: -> { library?('cfpropertylist') },
      ssh: -> { library?('net/ssh') }, hiera_eyaml: -> { library?('hiera/backend/eyaml/parser/parser') },
      msgpack: -> { library?('msgpack') }, augeas: -> { library?('augeas') }, zlib: -> { true }, diff: -> { library?('diff/lcs') },
      selinux: -> { library?('selinux') }, telnet: -> { library?('net/telnet') }, fips_mode: -> { false }
    }.freeze

    def self.library?(name)
      require name
      true
    rescue LoadError
      false
    end

    def initialize
      @added = {}
      @known = {}
    end

    # A feature of a module: a block, or libraries that must be there.
    def add(name, options = {}, &block)
      @added[name.to_sym] = [Array(options[:libs]), block]
      @known.delete(name.to_sym)
    end

    def respond_to_missing?(name, _include_private = false)
      name.to_s.end_with?('?')
    end

    def method_missing(name, *arguments)
      return super unless name.to_s.end_with?('?')

      feature = name.to_s.chomp('?').to_sym
      return @known[feature] if @known.key?(feature)

      found = find(feature)
      # What is missing may be installed later in the run.
      @known[feature] = found if found
      found
    end

    def load(*_names)
      nil
    end

    private

    def find(feature)
      begin
        require "puppet/feature/#{feature}" unless @added.key?(feature) || BUILT_IN.key?(feature)
      rescue LoadError
        return false
      end
      return added(feature) if @added.key?(feature)

      built_in = BUILT_IN[feature]
      built_in ? Feature.instance_exec(&built_in) : false
    end

    def added(feature)
      libraries, block = @added[feature]
      missing = libraries.find { |library| !Feature.library?(library) }
      if missing
        Puppet.debug("Could not find library '#{missing}' required to enable feature '#{feature}'")
        return false
      end
      block ? !!block.call : true
    end
  end
end
