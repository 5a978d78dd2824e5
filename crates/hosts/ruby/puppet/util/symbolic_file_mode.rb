# frozen_string_literal: true

# File modes in words and digits.
module Puppet
  module Util
    module SymbolicFileMode
      WHO = { 'u' => 0o4700, 'g' => 0o2070, 'o' => 0o1007, 'a' => 0o7777 }.freeze
      SHIFT = { 'u' => 6, 'g' => 3, 'o' => 0 }.freeze
      SPECIAL = { 'u' => 0o4000, 'g' => 0o2000 }.freeze

      module_function

      def valid_symbolic_mode?(value)
        value = normalize_symbolic_mode(value)
        return true if /\A0?[0-7]{1,4}\z/.match?(value)

        /\A([ugoa]*[-=+][-=+rstwxXugo]*)(,[ugoa]*[-=+][-=+rstwxXugo]*)*\z/.match?(value)
      end

      def display_mode(value)
        /\A0?[0-7]{1,4}\z/.match?(value.to_s) ? value.to_s.rjust(4, '0') : value
      end

      def normalize_symbolic_mode(value)
        return nil if value.nil?

        return value.to_s(8) if value.is_a?(Integer)

        /\A0?[0-7]{1,4}\z/.match?(value.to_s) ? value.to_s.to_i(8).to_s(8) : value.to_s
      end

      # The mode that a change makes of another one.
      def symbolic_mode_to_int(modification, to_mode = 0, is_a_directory = false)
        raise Puppet::Error, 'Cannot normalize a nil mode' if modification.nil?
        return modification.to_s.to_i(8) if /\A[0-7]+\z/.match?(modification.to_s)

        modification.to_s.split(',').inject(to_mode & 0o7777) { |mode, part| change(mode, part, is_a_directory) }
      end

      def change(mode, part, directory)
        match = /\A([ugoa]*)([-=+].*)\z/.match(part)
        raise Puppet::Error, "Unable to parse file mode #{part.inspect}" unless match

        who = match[1].empty? || match[1].include?('a') ? %w[u g o] : match[1].chars.uniq
        match[2].scan(/([-=+])([^-=+]*)/).inject(mode) do |current, (operator, permissions)|
          who.inject(current) { |result, class_| apply(result, class_, operator, permissions, directory) }
        end
      end

      def apply(mode, class_, operator, permissions, directory)
        bits = permissions.chars.inject(0) { |sum, letter| sum | bits_of(letter, class_, mode, directory) }
        case operator
        when '+' then mode | bits
        when '-' then mode & ~bits
        else (mode & ~((0o7 << SHIFT[class_]) | SPECIAL.fetch(class_, 0))) | bits
        end
      end

      def bits_of(letter, class_, mode, directory)
        shift = SHIFT[class_]
        case letter
        when 'r' then 0o4 << shift
        when 'w' then 0o2 << shift
        when 'x' then 0o1 << shift
        when 'X' then directory || (mode & 0o111).positive? ? 0o1 << shift : 0
        when 's' then SPECIAL.fetch(class_, 0)
        when 't' then 0o1000
        when 'u', 'g', 'o' then ((mode >> SHIFT[letter]) & 0o7) << shift
        else raise Puppet::Error, "Unknown mode letter #{letter.inspect}"
        end
      end

      private_class_method :change, :apply, :bits_of
      public :valid_symbolic_mode?, :display_mode, :normalize_symbolic_mode, :symbolic_mode_to_int
    end
  end
end
