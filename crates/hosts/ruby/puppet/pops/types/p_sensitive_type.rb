# frozen_string_literal: true

# Sensitive values: only `unwrap` returns their content; no text form shows it.
module Puppet
  module Pops
    module Types
      class PSensitiveType < PAnyType
        class Sensitive
          def initialize(value)
            @value = value
          end

          def unwrap
            @value
          end

          def to_s
            'Sensitive [value redacted]'
          end

          def inspect
            "#<#{self}>"
          end

          def hash
            @value.hash
          end

          def ==(other)
            other.is_a?(Sensitive) && other.hash == hash && other.unwrap == unwrap
          end
          alias eql? ==

          def to_bunraku(depth)
            Bunraku::Values.typed_hash('Sensitive', Bunraku::Values.encode(@value, depth + 1))
          end
        end
      end
    end
  end
end
