# frozen_string_literal: true

# Commands of facts: they raise only if `on_fail: :raise` is given, and always run in a shell.
require 'facter'

module Facter
  module Core
    module Execution
      class ExecutionFailure < StandardError; end

      module_function

      def which(program)
        Puppet::Util.which(program)
      end

      # Returns what a command prints, without the final line break. `on_fail:` is a value, or :raise.
      def execute(command, options = {})
        on_fail = options.fetch(:on_fail, :raise)
        output, status = run(command, options)
        return output.chomp if status

        raise ExecutionFailure, "Could not execute '#{command}': command not found" if on_fail == :raise

        on_fail
      rescue Timeout::Error
        raise ExecutionFailure, "Failed while executing '#{command}': Timed out" if on_fail == :raise

        on_fail
      end

      # The legacy form: returns nil or an empty string if the command fails.
      def exec(command)
        execute(command, on_fail: nil)
      end

      def execute_command(command, on_fail = nil, _logger = nil, timeout = nil)
        output, error, = Open3.capture3({ 'LC_ALL' => 'C', 'LANG' => 'C' }, command.to_s)
        timeout && timeout
        [output.chomp, error]
      rescue SystemCallError
        raise ExecutionFailure, "Could not execute '#{command}'" if on_fail == :raise

        ['', '']
      end

      def absolute_path?(path, _platform = nil)
        path.start_with?('/')
      end

      def expand_command(command)
        words = command.split(' ', 2)
        found = which(words.first)
        found && [found, *words.drop(1)].join(' ')
      end

      # Output and whether it could be started.
      def run(command, options)
        text = command.to_s
        return ['', false] if simple?(text) && which(text.split(' ').first).nil?

        limit = options[:timeout] || options[:limit]
        reader = IO.popen({ 'LC_ALL' => 'C', 'LANG' => 'C' }, ['/bin/sh', '-c', text], err: File::NULL)
        begin
          output = limit ? Timeout.timeout(limit) { reader.read } : reader.read
          [output, true]
        rescue Timeout::Error
          Process.kill('KILL', reader.pid)
          raise
        ensure
          reader.close
        end
      end

      # Whether the first word is a command, rather than shell syntax.
      def simple?(text)
        /\A[\w.\/+-]+(?:\s|\z)/.match?(text) && !%w[if for while case cd test export echo exit set true false printf command type].include?(text.split(' ').first)
      end

      private_class_method :run, :simple?
    end
  end
end
