# frozen_string_literal: true

# Which type a value has, whether it fits another, and the words for why it does not.
module Puppet
  module Pops
    module Types
      class TypeAssertionError < Puppet::Error
        attr_reader :expected_type, :actual_type

        def initialize(message, expected_type = nil, actual_type = nil)
          super(message)
          @expected_type = expected_type
          @actual_type = actual_type
        end
      end

      class TypeCalculator
        CLASSES = { 'String' => 'String', 'Integer' => 'Integer', 'Float' => 'Float', 'Array' => 'Array', 'Hash' => 'Hash',
                    'Regexp' => 'Regexp', 'NilClass' => 'Undef', 'TrueClass' => 'Boolean', 'FalseClass' => 'Boolean' }.freeze

        class << self
          def singleton
            @singleton ||= new
          end

          %i[instance? infer infer_set assignable? type].each do |name|
            define_method(name) { |*arguments| singleton.public_send(name, *arguments) }
          end
        end

        def instance?(type, value)
          as_type(type).instance?(value)
        end

        def assignable?(type, other)
          as_type(type).assignable?(as_type(other))
        end

        # The type of a value; of a collection, what its elements have in common.
        def infer(value)
          parse(general(value))
        end

        # The same, with each element.
        def infer_set(value)
          parse(detailed(value))
        end

        # The type of a Ruby class.
        def type(ruby_class)
          parse(CLASSES.fetch(ruby_class.name) { "Runtime[ruby, '#{ruby_class.name}']" })
        end

        private

        def parse(text)
          TypeParser.singleton.parse(text)
        end

        def as_type(type)
          type.is_a?(PAnyType) ? type : type(type)
        end

        def general(value)
          case value
          when Array
            return 'Array[0, 0]' if value.empty?

            "Array[#{common(value)}, #{value.length}, #{value.length}]"
          when Hash
            return 'Hash[0, 0]' if value.empty?

            "Hash[#{common(value.keys)}, #{common(value.values)}, #{value.length}, #{value.length}]"
          else scalar(value)
          end
        end

        def detailed(value)
          case value
          when Array then value.empty? ? general(value) : "Tuple[#{value.map { |item| detailed(item) }.join(', ')}]"
          when Hash
            return general(value) unless !value.empty? && value.keys.all? { |key| key.is_a?(String) && !key.empty? }

            "Struct[{#{value.map { |key, item| "'#{key}' => #{detailed(item)}" }.join(', ')}}]"
          else scalar(value)
          end
        end

        def scalar(value)
          case value
          when String then 'String'
          when Integer then "Integer[#{value}, #{value}]"
          when Float then "Float[#{value}, #{value}]"
          when true, false then "Boolean[#{value}]"
          when nil then 'Undef'
          when :default then 'Default'
          when Regexp then "Regexp[/#{value.source}/]"
          when PSensitiveType::Sensitive then "Sensitive[#{general(value.unwrap)}]"
          when PAnyType then "Type[#{value}]"
          else "Runtime[ruby, '#{value.class}']"
          end
        end

        def common(values)
          types = values.map { |value| general(value) }.uniq
          return types.first if types.length == 1

          kinds = values.map { |value| value.is_a?(Numeric) ? (value.is_a?(Integer) ? 'Integer' : 'Float') : general(value)[/\A\w+/] }.uniq
          return bounds(kinds.first, values) if kinds.length == 1 && %w[Integer Float].include?(kinds.first)
          return kinds.first if kinds.length == 1 && %w[String Boolean Array Hash].include?(kinds.first)
          return 'Numeric' if (kinds - %w[Integer Float]).empty?
          return 'ScalarData' if (kinds - %w[Integer Float String Boolean]).empty?

          'Any'
        end

        def bounds(kind, values)
          "#{kind}[#{values.min}, #{values.max}]"
        end
      end

      class TypeMismatchDescriber
        def self.singleton
          @singleton ||= new
        end

        # `<name> expects an Integer value, got String`, for a type that was inferred from a value.
        def describe_mismatch(name, expected, actual)
          "#{name} expects #{article(expected)} #{expected} value, got #{actual.simple_name}"
        end

        private

        def article(type)
          /\A[AEIOU]/.match?(type.to_s) ? 'an' : 'a'
        end
      end

      module TypeAsserter
        module_function

        # The value, or an error that says why it is none of that type.
        def assert_instance_of(subject, expected_type, value, nil_ok = false)
          return value if value.nil? && nil_ok

          mismatch = Bunraku::Runtime.mismatch(expected_type.to_s, value)
          return value if mismatch.nil?

          raise TypeAssertionError.new("#{subject} has wrong type, #{mismatch}", expected_type)
        end
      end
    end
  end
end
