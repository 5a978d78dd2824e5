# frozen_string_literal: true

# Binary values.
module Puppet
  module Pops
    module Types
      class PBinaryType < PAnyType
        class Binary
          attr_reader :binary_buffer

          def self.from_base64(text)
            new(text.unpack1('m'))
          end

          def self.from_base64_strict(text)
            new(text.unpack1('m0'))
          end

          # The bytes of a text, which must be valid.
          def self.from_string(text)
            raise ArgumentError, "The given string in encoding '#{text.encoding}' is invalid" unless text.valid_encoding?

            new(text.encode(Encoding::UTF_8).b)
          end

          def self.from_binary_string(bytes)
            new(bytes)
          end

          def initialize(bytes)
            @binary_buffer = bytes.b.freeze
          end

          def to_s
            [@binary_buffer].pack('m0')
          end

          def length
            @binary_buffer.length
          end

          def ==(other)
            other.is_a?(Binary) && other.binary_buffer == @binary_buffer
          end
          alias eql? ==

          def hash
            @binary_buffer.hash
          end

          def to_bunraku(_depth)
            Bunraku::Values.typed_hash('Binary', to_s)
          end
        end
      end
    end
  end
end
