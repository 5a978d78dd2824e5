# frozen_string_literal: true

require 'json'

# Messages of the provider protocol: one JSON-RPC 2.0 message per line, in both directions.
#
# The descriptors on which the protocol runs are moved away, so that Ruby code of modules and the processes that it starts
# can neither read nor write them: their stdin is empty, and what they print goes through pipes and becomes
# `output` notifications, in the order in which it was printed relative to log lines and answers. A forked child never
# writes a message. Methods that a module may redefine are captured here, before any module code runs.
module Bunraku
  module Wire
    # The runtime answered a question of ours with an error.
    class RemoteError < StandardError
      attr_reader :code, :data

      def initialize(message, code, data)
        super(message)
        @code = code
        @data = data
      end
    end

    # The same, as the class of error that code of modules expects of a function.
    class FunctionFailed < ArgumentError
      attr_reader :data

      def initialize(error)
        super(error.message)
        @data = error.data
      end
    end

    GENERATE = JSON.method(:generate)
    PARSE = JSON.method(:parse)
    CHUNK = 65_536
    METHOD_NOT_FOUND = -32_601

    @next_id = 0
    @buffer = String.new
    @lock = Mutex.new
    @write_lock = Mutex.new

    class << self
      # Takes over stdin and stdout. What the bootstrap has read ahead is kept.
      def open
        @pid = Process.pid
        $stdin.binmode
        read_ahead
        @input = $stdin.dup
        @output = $stdout.dup
        [@input, @output].each(&:binmode)
        @output.sync = true
        $stdin.reopen(File::NULL)
        @streams = { 'stdout' => divert($stdout), 'stderr' => divert($stderr) }
      end

      # Whether this is the process that the runtime started, and no child of it.
      def owner?
        Process.pid == @pid
      end

      # The next message, or nil when the runtime has closed its end.
      def receive
        until (index = @buffer.index("\n"))
          begin
            @buffer << @input.readpartial(CHUNK)
          rescue EOFError
            return nil
          end
        end
        PARSE.call(@buffer.slice!(0..index).force_encoding(Encoding::UTF_8), max_nesting: false)
      end

      # Asks the runtime, serving its own questions until the answer is there.
      def request(method, params)
        raise ProtocolError, "a forked process cannot ask the runtime for #{method}" unless owner?

        id = (@next_id += 1)
        write('jsonrpc' => '2.0', 'id' => id, 'method' => method, 'params' => params)
        loop do
          message = receive
          raise ProtocolError, "the runtime ended before it answered #{method}" unless message

          if message.key?('method')
            Calls.handle(message)
          elsif message['id'] == id
            error = message['error']
            raise RemoteError.new(error['message'].to_s, error['code'], error['data']) if error

            return message['result']
          end
        end
      end

      # Tells the runtime something, after everything that was printed before.
      def notify(method, params)
        return unless owner?

        drain
        write('jsonrpc' => '2.0', 'method' => method, 'params' => params)
      rescue ThreadError
        # A signal handler must not wait for a lock that the code may hold which it interrupts.
        Thread.new { notify(method, params) }
        nil
      end

      # Answers a request, after everything that was printed before.
      def respond(id, result)
        drain
        write('jsonrpc' => '2.0', 'id' => id, 'result' => result)
      end

      def respond_error(id, error)
        drain
        write('jsonrpc' => '2.0', 'id' => id, 'error' => error)
      end

      # Sends what was printed so far.
      def drain
        return unless owner?

        flush($stdout)
        flush($stderr)
        @lock.synchronize { forward }
      end

      # Empties the pipes while module code runs, so that a full pipe never blocks it.
      def watch
        @watcher ||= Thread.new do
          loop do
            IO.select(@streams.values)
            @lock.synchronize { forward }
          end
        end
      end

      private

      def write(message)
        return unless owner?

        line = GENERATE.call(message, max_nesting: 0) << "\n"
        # A timeout that strikes in the middle of a line would leave half a message.
        Thread.handle_interrupt(Object => :never) do
          @write_lock.synchronize { @output.write(line) }
        end
      rescue Errno::EPIPE
        # The runtime has closed the pipe.
        exit!(1)
      end

      # What has been read from the pipe already but not been used: a copy of the descriptor would not see it.
      def read_ahead
        @buffer << $stdin.readpartial(CHUNK) while IO.select([$stdin], nil, nil, 0)
      rescue EOFError
        nil
      end

      # Everything that a stream holds, without waiting. Texts end at character borders.
      def forward
        @streams.each do |name, reader|
          text = String.new
          while (piece = reader.read_nonblock(CHUNK, exception: false)).is_a?(String)
            text << piece
          end
          next if text.empty?

          write('jsonrpc' => '2.0', 'method' => 'output',
                'params' => { 'stream' => name, 'text' => Values.text(text.force_encoding(Encoding::UTF_8)) })
        end
      end

      def flush(stream)
        stream.flush unless stream.closed?
      rescue IOError, SystemCallError
        nil
      end

      def divert(stream)
        reader, writer = IO.pipe
        stream.reopen(writer)
        # What a fork has not written yet would be written twice.
        stream.sync = true
        writer.close
        reader.binmode
        reader
      end
    end
  end
end
