# frozen_string_literal: true

# A length of time.
module Puppet
  module Pops
    module Time
      class Timespan < TimeData
        PATTERN = /\A(?<sign>-)?(?:(?<days>\d+)-)?(?:(?<hours>\d+):)?(?:(?<minutes>\d+):)?(?<seconds>\d+)(?:\.(?<fraction>\d+))?\z/.freeze

        class << self
          # `1-02:03:04.5`.
          def parse(text, _format = nil)
            match = PATTERN.match(text.to_s)
            raise ArgumentError, "Unable to parse '#{text}' using any of the default formats" unless match

            fields = %i[days hours minutes seconds].map { |name| match[name].to_i }
            nsecs = (match[:fraction] || '').ljust(9, '0')[0, 9].to_i
            from_fields(!match[:sign].nil?, *fields, 0, 0, nsecs)
          end

          def from_fields(negative, days, hours, minutes, seconds, milliseconds = 0, microseconds = 0, nanoseconds = 0)
            total = ((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * NSECS_PER_SEC) +
                    milliseconds * 1_000_000 + microseconds * 1_000 + nanoseconds
            new(negative ? -total : total)
          end
        end

        def days
          @nsecs.abs / (86_400 * NSECS_PER_SEC)
        end

        def hours
          @nsecs.abs / (3_600 * NSECS_PER_SEC) % 24
        end

        def minutes
          @nsecs.abs / (60 * NSECS_PER_SEC) % 60
        end

        def seconds
          @nsecs.abs / NSECS_PER_SEC % 60
        end

        def nanoseconds
          @nsecs.abs % NSECS_PER_SEC
        end

        def negative?
          @nsecs.negative?
        end

        def +(other)
          other.is_a?(Timestamp) ? other + self : self.class.new(@nsecs + scaled(other))
        end

        def -(other)
          self.class.new(@nsecs - scaled(other))
        end

        def *(other)
          self.class.new((@nsecs * other).to_i)
        end

        def -@
          self.class.new(-@nsecs)
        end

        def to_s
          fraction = nanoseconds.to_s.rjust(9, '0').sub(/0+\z/, '')
          fraction = '0' if fraction.empty?
          Kernel.format('%s%d-%02d:%02d:%02d.%s', negative? ? '-' : '', days, hours, minutes, seconds, fraction)
        end

        def to_bunraku(_depth)
          Bunraku::Values.typed_hash('Timespan', to_s)
        end

        private

        def scaled(other)
          other.is_a?(Timespan) ? other.nsecs : (other * NSECS_PER_SEC).to_i
        end
      end
    end
  end
end
