# frozen_string_literal: true

# How values of several sources become one.
module Puppet
  module Pops
    class MergeStrategy
      NAMES = %i[first unique hash deep unconstrained_deep reverse_deep default].freeze

      # By name, or by a hash with `strategy` and options.
      def self.strategy(given)
        return given if given.is_a?(MergeStrategy)

        options = given.is_a?(Hash) ? given.transform_keys(&:to_s) : {}
        name = (given.is_a?(Hash) ? options.delete('strategy') : given || :default).to_s.to_sym
        raise ArgumentError, "Unknown merge strategy: '#{name}'" unless NAMES.include?(name)

        new(name, options)
      end

      attr_reader :key, :options

      def initialize(key, options = {})
        @key = key
        @options = options
      end

      def merge(first, second)
        case @key
        when :first, :default then first
        when :unique then ([first].flatten + [second].flatten).uniq
        when :hash then second.merge(first)
        when :reverse_deep then deep(second, first)
        else deep(first, second)
        end
      end

      # Merges what the block returns for each element, except :not_found.
      def lookup(variants, _invocation = nil)
        found = variants.map { |variant| yield variant }.reject { |value| value.equal?(:not_found) }
        return throw(:no_such_key) if found.empty?

        found.drop(1).inject(found.first) { |merged, value| merge(merged, value) }
      end

      private

      # What the first has wins; arrays of the second come first, as in Hiera.
      def deep(first, second)
        if first.is_a?(Hash) && second.is_a?(Hash)
          second.merge(first) { |_key, theirs, ours| deep(ours, theirs) }
        elsif first.is_a?(Array) && second.is_a?(Array)
          knocked, kept = first.partition { |item| knockout?(item) }
          removed = knocked.map { |item| item[options['knockout_prefix'].length..-1] }
          merged = (second | kept) - removed
          options['sort_merged_arrays'] ? merged.sort : merged
        else
          first
        end
      end

      def knockout?(item)
        prefix = options['knockout_prefix']
        prefix && item.is_a?(String) && item.start_with?(prefix)
      end
    end
  end
end
