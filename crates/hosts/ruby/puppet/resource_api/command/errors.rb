# frozen_string_literal: true

# What can go wrong with a command.
module Puppet
  module ResourceApi
    class CommandError < Puppet::Error; end

    # The program does not exist or cannot be executed.
    class CommandNotFoundError < CommandError; end

    # It did not end in time.
    class CommandTimeoutError < CommandError; end

    # It ended with another code than zero, or by a signal.
    class CommandExecutionError < CommandError
      attr_reader :command, :args, :exit_code, :signal, :stdout, :stderr

      def initialize(command, args, status, stdout, stderr)
        @command = command.command
        @args = args
        @exit_code = status.exitstatus
        @signal = status.termsig
        @stdout = stdout
        @stderr = stderr
        how = @signal ? "was ended by signal #{@signal}" : "failed with exit code #{@exit_code}"
        super("Command '#{command.command_line(args)}' #{how}")
      end
    end
  end
end
