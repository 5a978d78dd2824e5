# frozen_string_literal: true

# Points in time and lengths of time, in nanoseconds.
#
#   time/timestamp.rb   points
#   time/timespan.rb    lengths
module Puppet
  module Pops
    module Time
      # The unit in which everything is kept.
      NSECS_PER_SEC = 1_000_000_000

      # What both have in common: a number of nanoseconds.
      class TimeData < Numeric
        include Comparable

        attr_reader :nsecs

        def initialize(nsecs)
          super()
          @nsecs = nsecs
        end

        def <=>(other)
          case other
          when self.class then @nsecs <=> other.nsecs
          when Integer, Float then to_r <=> other
          end
        end

        def ==(other)
          other.is_a?(self.class) && other.nsecs == @nsecs
        end
        alias eql? ==

        def hash
          @nsecs.hash
        end

        def to_i
          @nsecs / NSECS_PER_SEC
        end
        alias to_int to_i

        def to_f
          @nsecs.fdiv(NSECS_PER_SEC)
        end

        def to_r
          Rational(@nsecs, NSECS_PER_SEC)
        end

        def coerce(other)
          [other, to_f]
        end

        def inspect
          "#<#{self.class.name} #{self}>"
        end
      end

      autoload :Timestamp, 'puppet/pops/time/timestamp'
      autoload :Timespan, 'puppet/pops/time/timespan'
    end
  end
end
