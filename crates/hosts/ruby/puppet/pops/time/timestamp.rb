# frozen_string_literal: true

# A point in time.
module Puppet
  module Pops
    module Time
      class Timestamp < TimeData
        FORMATS = ['%FT%T.%N %Z', '%FT%T %Z', '%F %T.%N %Z', '%F %T %Z', '%F %Z', '%FT%T.%N', '%FT%T', '%F %T.%N', '%F %T',
                   '%F'].freeze

        class << self
          def now
            from_time(::Time.now)
          end

          def from_time(time)
            new(time.to_i * NSECS_PER_SEC + time.nsec)
          end

          # A text in one of the usual formats, or in those that are given.
          def parse(text, format = :default, timezone = nil)
            formats = format == :default || format.nil? ? FORMATS : Array(format)
            formats.each do |one|
              found = parse_with(text, one, timezone)
              return found if found
            end
            raise ArgumentError, "Unable to parse '#{text}' using #{formats.length > 1 ? "any of the formats #{formats.join(', ')}" : "format '#{formats.first}'"}"
          end

          private

          def parse_with(text, format, timezone)
            parts = Date._strptime(text, format)
            return nil if parts.nil? || parts[:leftover]

            offset = parts[:offset] || (timezone ? Date._parse("00:00 #{timezone}")[:offset] : 0) || 0
            if parts[:seconds]
              return new((parts[:seconds] * NSECS_PER_SEC).to_i)
            end

            base = ::Time.utc(parts[:year] || 1970, parts[:mon] || 1, parts[:mday] || 1, parts[:hour] || 0, parts[:min] || 0,
                              parts[:sec] || 0)
            fraction = ((parts[:sec_fraction] || 0) * NSECS_PER_SEC).to_i
            new((base.to_i - offset) * NSECS_PER_SEC + fraction)
          rescue ArgumentError
            nil
          end
        end

        def +(other)
          self.class.new(@nsecs + nanoseconds(other))
        end

        def -(other)
          return Timespan.new(@nsecs - other.nsecs) if other.is_a?(Timestamp)

          self.class.new(@nsecs - nanoseconds(other))
        end

        def to_time
          ::Time.at(@nsecs / NSECS_PER_SEC, @nsecs % NSECS_PER_SEC, :nsec).utc
        end

        def format(format, timezone = nil)
          time = to_time
          time = time.localtime(timezone) if timezone
          time.strftime(format)
        end

        def to_s
          to_time.strftime('%Y-%m-%dT%H:%M:%S.%9N UTC')
        end

        def to_bunraku(_depth)
          Bunraku::Values.typed_hash('Timestamp', to_s)
        end

        private

        def nanoseconds(other)
          other.is_a?(Timespan) ? other.nsecs : (other * NSECS_PER_SEC).to_i
        end
      end
    end
  end
end
