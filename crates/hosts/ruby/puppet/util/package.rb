# frozen_string_literal: true

# Versions of packages, compared piece by piece: numbers as numbers, words as words.
module Puppet
  module Util
    module Package
      PIECES = /[0-9]+|[a-zA-Z]+|[.-]/.freeze

      module_function

      # -1, 0 or 1. With `ignore_trailing_zeroes`, 1.0 and 1 are the same.
      def versioncmp(version_a, version_b, ignore_trailing_zeroes = false)
        if ignore_trailing_zeroes
          version_a = without_zeroes(version_a)
          version_b = without_zeroes(version_b)
        end
        left = version_a.to_s.scan(PIECES)
        right = version_b.to_s.scan(PIECES)
        while !left.empty? && !right.empty?
          order = compare(left.shift, right.shift)
          return order unless order.zero?
        end
        # The rest is compared as text.
        version_a.to_s <=> version_b.to_s
      end

      def compare(left, right)
        return 0 if left == right
        # A hyphen ends a version early, and so does a dot.
        return -1 if left == '-'
        return 1 if right == '-'
        return -1 if left == '.'
        return 1 if right == '.'
        return numbers(left, right) if left.match?(/\A\d+\z/) && right.match?(/\A\d+\z/)

        left.upcase <=> right.upcase
      end

      # Numbers that begin with zero are compared as texts.
      def numbers(left, right)
        left.start_with?('0') || right.start_with?('0') ? left.upcase <=> right.upcase : left.to_i <=> right.to_i
      end

      def without_zeroes(version)
        version.to_s.sub(/\A([^-]*?)(?:\.0+)*(?=-|\z)/, '\1')
      end

      private_class_method :compare, :numbers, :without_zeroes
    end
  end
end
