# frozen_string_literal: true

# `Puppet.runtime[:http]` and its like: services by name.
module Puppet
  class Runtime
    def self.instance
      @instance ||= new
    end

    def initialize
      @services = {}
    end

    def [](name)
      case name.to_sym
      when :http then @services[:http] ||= Puppet::HTTP::Client.new
      when :facter then Facter
      else
        @services.fetch(name.to_sym) { raise ArgumentError, "Unknown service #{name}" }
      end
    end

    def []=(name, service)
      @services[name.to_sym] = service
    end
  end
end
