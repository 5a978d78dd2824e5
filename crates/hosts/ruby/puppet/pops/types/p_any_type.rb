# frozen_string_literal: true

# A data type. The runtime has parsed its text; what is needed of its parts is read from that text.
module Puppet
  module Pops
    module Types
      class PAnyType
        # The type in its normal form.
        attr_reader :text

        # `data`: how the runtime writes the type when it travels as a value.
        def initialize(text, data = nil)
          @text = text
          @data = data
        end

        def self.simple_name
          name.to_s[/P(\w+)Type\z/, 1]
        end

        def instance?(value, _guard = nil)
          Bunraku::Runtime.mismatch(text, value).nil?
        end

        # Whether every value of the other type is one of this.
        def assignable?(other, _guard = nil)
          return true if text == 'Any' || self == other

          Bunraku::Runtime.mismatch("Type[#{text}]", other).nil?
        end

        def simple_name
          text[/\A[\w:]+/]
        end
        alias name simple_name

        def to_s
          text
        end
        alias to_alias_expanded_s to_s

        def inspect
          "#<#{self.class.name} #{text}>"
        end

        def ==(other)
          other.is_a?(PAnyType) && other.text == text
        end
        alias eql? ==

        def hash
          text.hash
        end

        # The parameters in brackets, as strings.
        def parameters
          @parameters ||= Parameters.of(text)
        end

        # The type in an Optional, NotUndef, Sensitive, Type, Iterable or Iterator.
        def type
          inner(0)
        end
        alias optional_type type

        # The types of a Variant or Tuple.
        def types
          parameters.take_while { |part| part.match?(/\A[A-Z]/) }.map { |part| TypeParser.singleton.parse(part) }
        end

        def element_type
          inner(0)
        end

        def key_type
          inner(0)
        end

        def value_type
          inner(1)
        end

        # The words of an Enum.
        def values
          parameters.grep(/\A['"]/).map { |part| part[1..-2].gsub(/\\(['\\])/, '\1') }
        end

        # The border of an Integer, Float, String or Array; nil where there is none.
        def from
          number(numbers[0])
        end

        def to
          number(numbers[1])
        end

        def to_bunraku(_depth)
          @data || Bunraku::Values.runtime(self, text)
        end

        private

        def inner(index)
          part = parameters[index]
          part && TypeParser.singleton.parse(part)
        end

        def numbers
          parameters.reject { |part| part.match?(/\A[A-Z]/) }
        end

        def number(text)
          return nil if text.nil? || text == 'default'

          text.match?(/[.eE]/) ? Float(text) : Integer(text)
        end
      end

      # The parameters of a type, cut out of its text.
      module Parameters
        OPEN = '[{('
        CLOSE = ']})'

        module_function

        def of(text)
          start = text.index('[')
          return [] unless start

          split(text[(start + 1)...-1])
        end

        # At commas that stand in no brackets, texts or regular expressions.
        def split(text)
          parts = [String.new]
          depth = 0
          quote = nil
          escaped = false
          text.each_char do |char|
            if quote
              quote = nil if char == quote && !escaped
              escaped = char == '\\' && !escaped
            elsif ['\'', '"', '/'].include?(char) then quote = char
            elsif OPEN.include?(char) then depth += 1
            elsif CLOSE.include?(char) then depth -= 1
            elsif char == ',' && depth.zero?
              parts << String.new
              next
            end
            parts.last << char
          end
          parts.map(&:strip).reject(&:empty?)
        end
      end
    end
  end
end
