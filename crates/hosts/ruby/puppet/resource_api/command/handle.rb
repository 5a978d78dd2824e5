# frozen_string_literal: true

# A command that runs in the background.
module Puppet
  module ResourceApi
    class Command
      # The streams of a command in the background: pipes for the caller, the log, or what the caller gave.
      class BackgroundStreams
        attr_reader :stdin, :stdout, :stderr

        LEVELS = { stdout: :debug, stderr: :warning }.freeze

        def initialize(context, wanted, options)
          @context = context
          @child = []
          @loggers = []
          @wanted = wanted.to_h { |name, default| [name, options.key?(name) ? options[name] : default] }
        end

        def spawn_options
          { in: input, out: output(:stdout), err: output(:stderr) }
        end

        def started
          @child.each(&:close)
          @child = []
          @loggers = @logged.to_a.map { |name, reader| Thread.new { log(name, reader) } }
        end

        def abandon
          (@child + [@stdin, @stdout, @stderr]).compact.each { |stream| stream.close unless stream.closed? }
        end

        # Waits until everything that was printed is logged.
        def join
          @loggers.each(&:join)
        end

        private

        def input
          given = @wanted[:stdin]
          return given || File::NULL unless given == :pipe

          reader, @stdin = IO.pipe
          @child << reader
          reader
        end

        def output(name)
          given = @wanted[name]
          return given || File::NULL unless %i[pipe log].include?(given)

          reader, writer = IO.pipe
          @child << writer
          if given == :pipe
            instance_variable_set(:"@#{name}", reader)
          else
            (@logged ||= {})[name] = reader
          end
          writer
        end

        def log(name, reader)
          lines = Lines.new { |line| @context.public_send(LEVELS[name], line) }
          loop { lines << reader.readpartial(65_536) }
        rescue EOFError, IOError
          lines.finish
          reader.close unless reader.closed?
        end
      end
    end

    class CommandHandle
      # How long `stop` waits before it kills.
      GRACE = 5

      attr_reader :pid

      def initialize(pid, streams)
        @pid = pid
        @streams = streams
        @status = nil
      end

      def stdin
        @streams.stdin
      end

      def stdout
        @streams.stdout
      end

      def stderr
        @streams.stderr
      end

      def alive?
        !exited?
      end

      def exited?
        return true if @status

        @status = $? if Process.waitpid(@pid, Process::WNOHANG)
        !@status.nil?
      end

      # Only after it has ended; nil when a signal ended it.
      def exit_code
        raise CommandError, 'the command has not ended yet' unless exited?

        @status.exitstatus
      end

      # Waits for its end and returns its status.
      def wait
        unless @status
          Process.waitpid(@pid)
          @status = $?
        end
        @streams.join
        @status
      end

      # Waits so long at most.
      def poll_for_exit(seconds)
        deadline = now + seconds
        until exited?
          raise CommandTimeoutError, "the command did not end within #{seconds} seconds" if now >= deadline

          sleep(0.01)
        end
        wait
      end

      # Asks it to end, and makes it.
      def stop
        return wait if exited?

        signal('TERM')
        begin
          poll_for_exit(GRACE)
        rescue CommandTimeoutError
          signal('KILL')
          wait
        end
      end

      def close_input
        stdin.close if stdin && !stdin.closed?
      end

      private

      def signal(name)
        Process.kill(name, @pid)
      rescue Errno::ESRCH
        nil
      end

      def now
        Process.clock_gettime(Process::CLOCK_MONOTONIC)
      end
    end
  end
end
