# frozen_string_literal: true

# A resource with its type, its values and how it is shown: what `puppet resource` prints.
module Puppet
  module ResourceApi
    class ResourceShim
      attr_reader :values, :typename, :namevars, :attr_def, :catalog

      def initialize(resource_hash, typename, namevars, attr_def, catalog = nil)
        @values = resource_hash.dup.freeze
        @typename = typename
        @namevars = namevars
        @attr_def = attr_def
        @catalog = catalog
      end

      # The title of a map without one is its first namevar.
      def title
        values[:title] || values[@namevars.first]
      end

      def [](attribute)
        values[attribute]
      end

      def prune_parameters(*_arguments)
        self
      end

      def to_hash
        values
      end
      alias to_h to_hash

      def to_hierayaml
        lines = filtered.map { |name, value| "    #{name}: #{Puppet::Pops::Types::PSensitiveType::Sensitive === value ? value : value.inspect}" }
        "  #{title}:\n#{lines.join("\n")}\n"
      end

      private

      def filtered
        values.reject { |name, _value| name == :title || (@namevars.length == 1 && name == @namevars.first) }
      end
    end

    # A hash that can be sorted among its like.
    class MonkeyHash < Hash
      def <=>(other)
        self[:title].to_s <=> other[:title].to_s
      end
    end
  end
end
