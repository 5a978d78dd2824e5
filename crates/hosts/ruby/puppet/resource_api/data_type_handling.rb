# frozen_string_literal: true

# Types of attributes, and how texts of a command line become values of them.
module Puppet
  module ResourceApi
    module DataTypeHandling
      INTEGER_LINE = /^-?\d+$/.freeze
      NUMERIC = /\A\s*([-+]?)\s*(?:(0[xX][0-9A-Fa-f]+)|(\d+)(\.\d+)?([eE]-?\d+)?)\s*\z/.freeze
      # What could not be converted.
      FAILED = Object.new.freeze
      private_constant :FAILED

      module_function

      def parse_puppet_type(attribute, type)
        Puppet::Pops::Types::TypeParser.singleton.parse(type)
      rescue Puppet::ParseErrorWithIssue => e
        raise Puppet::DevError, "The type of the `#{attribute}` attribute `#{type}` could not be parsed: #{e.message}"
      rescue Puppet::ParseError => e
        raise Puppet::DevError, "The type of the `#{attribute}` attribute `#{type}` is not recognised: #{e.message}"
      end

      # The value as one of the type; texts are converted when they come from a command line.
      def mungify(type, value, error_msg_prefix, unpack_strings = false)
        value = boolean_munge(value) unless unpack_strings
        if unpack_strings
          munged, message = try_mungify(type, value, error_msg_prefix)
          raise Puppet::ResourceError, message if message

          value = munged
        end
        validate(type, value, error_msg_prefix) unless unpack_strings
        value
      end

      # [value, nil], or [nil, what is wrong].
      def try_mungify(type, value, error_msg_prefix)
        case type.simple_name
        when 'Optional'
          return [nil, nil] if value.nil?

          try_mungify(type.type || Puppet::Pops::Types::TypeFactory.any, value, error_msg_prefix)
        when 'Variant' then try_variant(type, value, error_msg_prefix)
        when 'Array' then checked(type, array(type, value, error_msg_prefix), error_msg_prefix)
        else checked(type, scalar(type, value), error_msg_prefix)
        end
      end

      def validate(type, value, error_msg_prefix)
        message = try_validate(type, value, error_msg_prefix)
        raise Puppet::ResourceError, message if message
      end

      # nil when it fits.
      def try_validate(type, value, error_msg_prefix)
        mismatch = Bunraku::Runtime.mismatch(type.to_s, value)
        return nil unless mismatch

        lines = mismatch.split("\n").map(&:strip)
        return "#{error_msg_prefix} #{mismatch}" if lines.length < 2

        " #{lines.map { |line| "#{error_msg_prefix} #{line}" }.join("\n  ")}"
      end

      def boolean_munge(value)
        case value
        when 'true', :true then true
        when 'false', :false then false
        else value
        end
      end

      def ambiguous_error_msg(error_msg_prefix, value, type)
        "#{error_msg_prefix} #{value.inspect} is not unabiguously convertable to #{type}"
      end

      def checked(type, value, prefix)
        message = try_validate(type, value, prefix)
        message ? [nil, message] : [value, nil]
      end

      def array(type, value, prefix)
        element = type.element_type
        return value unless value.is_a?(Array) && element

        munged = value.map { |item| try_mungify(element, item, prefix) }
        munged.any? { |_item, message| message } ? value : munged.map(&:first)
      end

      def scalar(type, value)
        case type.simple_name
        when 'Boolean' then boolean_munge(value)
        when 'Integer', 'Float', 'Numeric' then value.is_a?(String) ? number(value) : value
        when 'Enum', 'String', 'Pattern' then value.is_a?(Symbol) ? value.to_s : value
        else value
        end
      end

      # Returns nil for invalid octal numbers, and the text itself if it is not a number.
      def number(text)
        match = NUMERIC.match(text)
        return INTEGER_LINE.match?(text) ? nil : text unless match

        sign, hex, whole, fraction, exponent = match.captures
        factor = sign == '-' ? -1 : 1
        return factor * hex.hex if hex
        return nil if whole.length > 1 && whole.start_with?('0') && (fraction || exponent || whole.match?(/[89]/))
        return factor * Float("#{whole}#{fraction}#{exponent}") if fraction || exponent

        factor * (whole.length > 1 && whole.start_with?('0') ? whole.to_i(8) : whole.to_i)
      end

      def try_variant(type, value, prefix)
        members = type.types
        text_type = members.find { |member| member.simple_name == 'String' }
        results = (members - [text_type]).map { |member| try_mungify(member, value, prefix) }
                                         .reject { |_value, message| message }
        return [nil, ambiguous_error_msg(prefix, value, type)] if results.length > 1
        return results.first if results.length == 1
        return try_mungify(text_type, value, prefix) if text_type

        checked(type, value, prefix)
      end

      private_class_method :checked, :array, :scalar, :number, :try_variant
    end
  end
end
