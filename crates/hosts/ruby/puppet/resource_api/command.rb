# frozen_string_literal: true

# Commands of the Resource API: programs that are run without a shell, with their output in the log of the context.
#
#   command.rb            a command, its settings, and running it
#   command/streams.rb    where input comes from and output goes to
#   command/handle.rb     a command in the background
#   command/errors.rb     what can go wrong
Bunraku.embedded('puppet/resource_api/command/errors.rb')
Bunraku.embedded('puppet/resource_api/command/streams.rb')
Bunraku.embedded('puppet/resource_api/command/handle.rb')

module Puppet
  module ResourceApi
    # The result of a finished command.
    CommandResult = Struct.new(:stdout, :stderr, :exit_code) do
      alias_method :exitstatus, :exit_code
    end

    class Command
      attr_reader :command
      # Environment variables and working directory of every run.
      attr_accessor :environment, :cwd

      # A full path, or a name that is looked for in PATH when it is run.
      def initialize(command)
        @command = command.to_s
        @environment = {}
        @cwd = nil
      end

      # Runs it and waits for its end.
      def run(context, *arguments, **options)
        streams = Streams.new(context, options)
        line = command_line(arguments)
        if noop?(context, options)
          context.debug("Skipping execution of '#{line}' (noop)")
          return CommandResult.new(streams.stored(:stdout), streams.stored(:stderr), 0)
        end

        program = resolve(options)
        context.debug("Executing '#{line}'")
        pid = spawn(program, arguments, options, streams)
        streams.serve
        result = finish(pid, arguments, streams, options)
        context.debug("Successfully executed '#{line}'") if result.exit_code&.zero?
        result
      end

      # Starts it with all three streams open.
      def start(context, *arguments, **options, &block)
        background(context, arguments, options, { stdin: :pipe, stdout: :pipe, stderr: :pipe }, &block)
      end

      # Starts it to read what it prints; what it complains about is logged.
      def start_read(context, *arguments, **options, &block)
        background(context, arguments, options, { stdin: nil, stdout: :pipe, stderr: :log }, &block)
      end

      # Starts it to write to it; what it prints is logged.
      def start_write(context, *arguments, **options, &block)
        background(context, arguments, options, { stdin: :pipe, stdout: :log, stderr: :log }, &block)
      end

      def command_line(arguments)
        [@command, *arguments].join(' ')
      end

      private

      def noop?(context, options)
        options.key?(:noop) ? options[:noop] : context.respond_to?(:noop?) && context.noop?
      end

      # The full path of the program; an error when there is none that can be run.
      def resolve(options)
        directory = options[:cwd] || @cwd
        if @command.include?('/')
          path = directory ? File.expand_path(@command, directory.to_s) : @command
          return path if File.file?(path) && File.executable?(path)
        else
          found = Puppet::Util.which(@command)
          return found if found
        end
        raise CommandNotFoundError, "Command '#{@command}' not found"
      end

      def variables(options)
        (@environment || {}).merge(options[:environment] || {}).to_h do |name, value|
          [name.to_s, value.nil? ? nil : value.to_s]
        end
      end

      def spawn(program, arguments, options, streams)
        settings = streams.spawn_options
        directory = options[:cwd] || @cwd
        settings[:chdir] = directory.to_s if directory
        # Two names keep Ruby from using a shell when there are no arguments.
        pid = Process.spawn(variables(options), [program, program], *arguments.map(&:to_s), settings)
        streams.started
        pid
      rescue Errno::EACCES, Errno::ENOENT, Errno::ENOEXEC => e
        raise e if directory && !File.directory?(directory.to_s)

        raise CommandNotFoundError, "Command '#{@command}' not found"
      ensure
        streams.abandon unless pid
      end

      def finish(pid, arguments, streams, options)
        Process.waitpid(pid)
        status = $?
        result = CommandResult.new(streams.stored(:stdout), streams.stored(:stderr), status.exitstatus)
        check(status, arguments, result.stdout, result.stderr) unless options[:ignore_exit_code]
        result
      end

      def check(status, arguments, stdout = nil, stderr = nil)
        return if status.success?

        raise CommandExecutionError.new(self, arguments, status, stdout, stderr)
      end

      def background(context, arguments, options, wanted)
        streams = BackgroundStreams.new(context, wanted, options)
        program = resolve(options)
        context.debug("Executing '#{command_line(arguments)}'")
        handle = CommandHandle.new(spawn(program, arguments, options, streams), streams)
        return handle unless block_given?

        begin
          value = yield handle
        rescue Exception # rubocop:disable Lint/RescueException
          handle.stop
          raise
        end
        handle.close_input
        check(handle.wait, arguments)
        value
      end
    end
  end
end
