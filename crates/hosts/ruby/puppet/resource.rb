# frozen_string_literal: true

# Puppet::Resource: a resource as data.
module Puppet
  class Resource
    extend Bunraku::Unknown

    attr_reader :type, :title

    # `Foo::Bar` of `foo::bar`.
    def self.type_reference(type)
      type.to_s.split('::').map(&:capitalize).join('::')
    end

    # (type, title, parameters: {}) or ('Type[title]').
    def initialize(type, title = nil, attributes = {})
      if title.nil? && (match = /\A([^\[\]]+)\[(.+)\]\z/m.match(type.to_s))
        type = match[1]
        title = match[2]
      end
      raise ArgumentError, 'No title provided and ' + type.to_s.inspect + ' is not a valid resource reference' if title.nil?

      @type = Resource.type_reference(type)
      @title = title
      @parameters = (attributes[:parameters] || {}).transform_keys(&:to_sym)
    end

    def [](name)
      @parameters[name.to_sym]
    end

    def []=(name, value)
      @parameters[name.to_sym] = value
    end

    def delete(name)
      @parameters.delete(name.to_sym)
    end

    def key?(name)
      @parameters.key?(name.to_sym)
    end
    alias include? key?

    def each(&block)
      @parameters.each(&block)
    end

    def keys
      @parameters.keys
    end

    # The title is the namevar if that is not set.
    def to_hash
      namevar = namevar_of_type
      @parameters.key?(namevar) ? @parameters.dup : { namevar => title }.merge(@parameters)
    end
    alias to_h to_hash

    def name
      @parameters[:name] || title
    end

    def ref
      "#{type}[#{title}]"
    end
    alias to_s ref

    def namevar_of_type
      type_class = Puppet::Type.type(type)
      type_class.respond_to?(:namevar) ? type_class.namevar : :name
    end
    private :namevar_of_type

    def ==(other)
      other.is_a?(Resource) && type == other.type && title == other.title && to_hash == other.to_hash
    end
  end
end
