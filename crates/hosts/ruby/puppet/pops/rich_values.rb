# frozen_string_literal: true

# Values of Puppet's own kinds, made of what travels. Kinds that this host has no class for are kept as they came, and go back
# as they came.
module Bunraku
  module RichValues
    # Something that only travels through.
    class Opaque
      attr_reader :type_name, :data

      def initialize(type_name, data)
        @type_name = type_name
        @data = data
      end

      def to_s
        @data[Values::VALUE].is_a?(String) ? @data[Values::VALUE] : "#{@type_name}(#{@data.reject { |key, _| key == Values::TYPE }})"
      end

      def ==(other)
        other.is_a?(Opaque) && other.data == @data
      end
      alias eql? ==

      def hash
        @data.hash
      end

      def to_bunraku(_depth)
        @data
      end
    end

    # A range of versions; the runtime knows which ones are in it.
    class VersionRange < Opaque
      def include?(version)
        Runtime.mismatch("SemVer['#{self}']", version).nil?
      end
      alias === include?
    end

    module_function

    def decode(type, data)
      value = data[Values::VALUE]
      case type
      when 'Timestamp' then Puppet::Pops::Time::Timestamp.parse(value)
      when 'Timespan' then Puppet::Pops::Time::Timespan.parse(value)
      when 'Binary' then Puppet::Pops::Types::PBinaryType::Binary.from_base64(value)
      when 'URI' then URI.parse(value)
      when 'SemVer' then version(value, data)
      when 'SemVerRange' then VersionRange.new(type, data)
      else Opaque.new(type, data)
      end
    end

    # Puppet's class where its library is there.
    def version(text, data)
      require 'semantic_puppet'
      SemanticPuppet::Version.parse(text)
    rescue LoadError
      Opaque.new('SemVer', data)
    end
  end
end
