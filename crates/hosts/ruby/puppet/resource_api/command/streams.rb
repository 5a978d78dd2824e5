# frozen_string_literal: true

# Where the input of a command comes from and where its output goes to.
#
# Both outputs are read at the same time, so that a full pipe blocks neither side. Lines are logged one by one, through the context,
# so the block that is active is in front of them.
module Puppet
  module ResourceApi
    class Command
      # Takes text as it comes and gives whole lines.
      class Lines
        def initialize(&block)
          @rest = String.new
          @block = block
        end

        def <<(text)
          @rest << text
          while (index = @rest.index("\n"))
            line = @rest.slice!(0..index)
            @block.call(clean(line.chomp))
          end
        end

        def finish
          @block.call(clean(@rest)) unless @rest.empty?
          @rest = String.new
        end

        private

        def clean(line)
          line.dup.force_encoding(Encoding::UTF_8).scrub
        end
      end

      # The streams of one run.
      class Streams
        LEVELS = %i[debug info notice warning err].freeze
        DESTINATIONS = { stdout: %i[log store discard io], stderr: %i[log store discard io merge_to_stdout] }.freeze
        DEFAULT_LEVELS = { stdout: :debug, stderr: :warning }.freeze

        def initialize(context, options)
          @context = context
          @options = options
          @readers = {}
          @child = []
          @texts = {}
          @to = DESTINATIONS.keys.to_h { |name| [name, destination(name)] }
          @from = source
        end

        # What Process.spawn needs.
        def spawn_options
          out = output(:stdout)
          err = @to[:stderr] == :merge_to_stdout ? %i[child out] : output(:stderr)
          { in: input, out: out, err: err }
        end

        # The child has its ends now.
        def started
          @child.each(&:close)
          @child = []
        end

        # It could not be started.
        def abandon
          (@child + @readers.values + [@writer]).compact.each { |stream| stream.close unless stream.closed? }
        end

        # Feeds and reads until the command has closed its outputs.
        def serve
          feeder = feed
          sinks = @readers.to_h { |name, _reader| [name, sink(name)] }
          open = @readers.dup
          until open.empty?
            ready, = IO.select(open.values)
            ready.each do |reader|
              name = open.key(reader)
              begin
                sinks[name] << reader.readpartial(65_536)
              rescue EOFError
                sinks[name].finish if sinks[name].respond_to?(:finish)
                reader.close
                open.delete(name)
              end
            end
          end
          feeder&.join
        end

        # The text of a stream that was stored; nil for others.
        def stored(name)
          return nil unless @to[name] == :store

          text = @texts[name] || String.new
          encoding = @options[:"#{name}_encoding"]
          text.force_encoding(encoding || Encoding.default_external)
          extra = @options[:"#{name}_encoding_opts"]
          return text if extra.nil? || text.encoding == Encoding::BINARY

          text.encode(Encoding::UTF_8, **extra)
        end

        private

        def destination(name)
          wanted = @options.fetch(:"#{name}_destination", :log)
          unless DESTINATIONS[name].include?(wanted)
            raise ArgumentError, "#{name}_destination must be one of #{DESTINATIONS[name].join(', ')}, not #{wanted.inspect}"
          end
          if wanted == :io && @options[:"#{name}_io"].nil?
            raise ArgumentError, "#{name}_destination :io needs #{name}_io"
          end

          level = @options.fetch(:"#{name}_loglevel", DEFAULT_LEVELS[name])
          raise ArgumentError, "#{name}_loglevel must be one of #{LEVELS.join(', ')}" unless LEVELS.include?(level)

          wanted
        end

        def source
          wanted = @options.fetch(:stdin_source, :none)
          case wanted
          when :none then nil
          when :value then raise ArgumentError, 'stdin_source :value needs stdin_value' if @options[:stdin_value].nil?
          when :io then raise ArgumentError, 'stdin_source :io needs stdin_io' if @options[:stdin_io].nil?
          else raise ArgumentError, "stdin_source must be one of none, value, io, not #{wanted.inspect}"
          end
          wanted
        end

        def input
          case @from
          when :io then @options[:stdin_io]
          when :value
            reader, @writer = IO.pipe
            @child << reader
            reader
          else File::NULL
          end
        end

        def output(name)
          case @to[name]
          when :discard then File::NULL
          when :io then @options[:"#{name}_io"]
          else
            reader, writer = IO.pipe
            reader.binmode
            @readers[name] = reader
            @child << writer
            writer
          end
        end

        def sink(name)
          return @texts[name] = String.new if @to[name] == :store

          level = @options.fetch(:"#{name}_loglevel", DEFAULT_LEVELS[name])
          Lines.new { |line| @context.public_send(level, line) }
        end

        def feed
          return nil unless @writer

          text = @options[:stdin_value].to_s
          encoding = @options[:stdin_encoding]
          text = text.encode(encoding, **(@options[:stdin_encoding_opts] || {})) if encoding && encoding.to_s != 'ASCII-8BIT'
          Thread.new do
            begin
              @writer.binmode
              @writer.write(text)
            rescue Errno::EPIPE
              nil
            ensure
              @writer.close
            end
          end
        end
      end
    end
  end
end
