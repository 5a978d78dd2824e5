# frozen_string_literal: true

# Types from texts, and the usual ones by name.
module Puppet
  module Pops
    module Types
      class TypeParser
        def self.singleton
          @singleton ||= new
        end

        # Raises a ParseError for an invalid type, as Puppet does.
        def parse(text, _context = nil)
          parsed = Bunraku::Runtime.type(text.to_s)
          Types.class_of(parsed['kind'] || parsed['type'][/\A\w+/]).new(parsed['type'], parsed['data'])
        rescue Bunraku::Wire::RemoteError => e
          error = e.message.start_with?('Syntax error') ? Puppet::ParseErrorWithIssue : Puppet::ParseError
          raise error, e.message
        end
      end

      module TypeFactory
        PLAIN = { any: 'Any', boolean: 'Boolean', data: 'Data', default: 'Default', float: 'Float', integer: 'Integer',
                  numeric: 'Numeric', regexp: 'Regexp', scalar: 'Scalar', string: 'String', undef: 'Undef', binary: 'Binary',
                  rich_data: 'RichData', array_of_any: 'Array', hash_of_any: 'Hash', collection: 'Collection', uri: 'URI',
                  timestamp: 'Timestamp', timespan: 'Timespan', sem_ver: 'SemVer', sem_ver_range: 'SemVerRange',
                  array_of_data: 'Array[Data]', hash_of_data: 'Hash[String, Data]', scalar_data: 'ScalarData' }.freeze

        class << self
          PLAIN.each { |name, text| define_method(name) { parse(text) } }

          def array_of(type, _size = nil)
            parse("Array[#{text(type)}]")
          end

          def hash_of(value, key = parse('Scalar'))
            parse("Hash[#{text(key)}, #{text(value)}]")
          end

          def hash_kv(key, value)
            hash_of(value, key)
          end

          def optional(type = nil)
            parse(type.nil? ? 'Optional' : "Optional[#{text(type)}]")
          end

          def not_undef(type = nil)
            parse(type.nil? ? 'NotUndef' : "NotUndef[#{text(type)}]")
          end

          def sensitive(type = nil)
            parse(type.nil? ? 'Sensitive' : "Sensitive[#{text(type)}]")
          end

          def type_type(type = nil)
            parse(type.nil? ? 'Type' : "Type[#{text(type)}]")
          end

          def enum(*words)
            words = words.flatten.map { |word| word == true || word == false ? word : "'#{word}'" }
            parse("Enum[#{words.join(', ')}]")
          end

          def variant(*types)
            parse("Variant[#{types.flatten.map { |type| text(type) }.join(', ')}]")
          end

          def tuple(types)
            parse("Tuple[#{types.map { |type| text(type) }.join(', ')}]")
          end

          def pattern(*patterns)
            parse("Pattern[#{patterns.flatten.map { |pattern| pattern.is_a?(Regexp) ? "/#{pattern.source}/" : "'#{pattern}'" }.join(', ')}]")
          end

          def range(from, to)
            kind = [from, to].any?(Float) ? 'Float' : 'Integer'
            parse("#{kind}[#{border(from)}, #{border(to)}]")
          end

          def struct(members)
            parse("Struct[{#{members.map { |key, type| "'#{key}' => #{text(type)}" }.join(', ')}}]")
          end

          private

          def parse(expression)
            TypeParser.singleton.parse(expression)
          end

          def text(type)
            type.is_a?(Class) ? TypeCalculator.singleton.type(type).to_s : type.to_s
          end

          def border(value)
            value.nil? || value == :default ? 'default' : value
          end
        end
      end
    end
  end
end
