# frozen_string_literal: true

# Puppet::Util: functions that modules call on it directly. What has a file of its own in Puppet has one here.
module Puppet
  module Util
    extend Bunraku::Unknown

    {
      'network_device' => :NetworkDevice, 'execution' => :Execution, 'package' => :Package, 'json' => :Json, 'yaml' => :Yaml,
      'plist' => :Plist, 'suidmanager' => :SUIDManager, 'errors' => :Errors, 'checksums' => :Checksums,
      'feature' => :Feature, 'warnings' => :Warnings, 'colors' => :Colors, 'docs' => :Docs, 'platform' => :Platform,
      'lockfile' => :Lockfile, 'symbolic_file_mode' => :SymbolicFileMode, 'log' => :Log
    }.each { |file, name| autoload(name, "puppet/util/#{file}") }

    DEFAULT_POSIX_MODE = 0o644

    class << self
      # The full path of a program; nil when there is none.
      def which(program)
        program = program.to_s
        return (program if executable_file?(program)) if program.include?('/')

        ENV.fetch('PATH', '').split(File::PATH_SEPARATOR).each do |directory|
          candidate = File.join(File.expand_path(directory), program)
          return candidate if executable_file?(candidate)
        rescue ArgumentError
          next
        end
        nil
      end

      # The number of a user; nil when there is none of that name.
      def uid(name)
        number(name) { |text| Etc.getpwnam(text).uid }
      end

      def gid(name)
        number(name) { |text| Etc.getgrnam(text).gid }
      end

      def absolute_path?(path, platform = nil)
        windows = platform.to_s == 'windows'
        (windows ? %r{\A(?:[A-Za-z]:[/\\]|[/\\]{2}[^/\\]+[/\\][^/\\]+)} : %r{\A/}).match?(path.to_s)
      end

      def symbolizehash(hash)
        hash.each_with_object({}) { |(key, value), result| result[key.respond_to?(:to_sym) ? key.to_sym : key] = value }
      end

      def withenv(variables, _mode = nil)
        before = ENV.to_hash
        variables.each { |name, value| ENV[name.to_s] = value.nil? ? nil : value.to_s }
        yield
      ensure
        ENV.replace(before)
      end

      def get_env(name, _mode = nil)
        ENV[name.to_s]
      end

      def set_env(name, value = nil, _mode = nil)
        ENV[name.to_s] = value
      end

      def get_environment(_mode = nil)
        ENV.to_hash
      end

      def clear_environment(_mode = nil)
        ENV.clear
      end

      def merge_environment(variables, _mode = nil)
        variables.each { |name, value| ENV[name.to_s] = value.nil? ? nil : value.to_s }
      end

      def withumask(mask)
        before = File.umask(mask)
        yield
      ensure
        File.umask(before) if before
      end

      # How many seconds a block takes.
      def thinmark
        start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        yield
        Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
      end

      # The same, with a line in the log.
      def benchmark(level, message, &block)
        seconds = thinmark(&block)
        Puppet.send_log(level, format(message, seconds: format('%.2f', seconds)))
        seconds
      end

      # A number below the maximum that is the same for the same seed.
      def deterministic_rand(seed, max)
        deterministic_rand_int(seed, max).to_s
      end

      def deterministic_rand_int(seed, max)
        Random.new(seed).rand(max)
      end

      def uri_encode(path, options = { allow_fragment: false })
        escape(path, options[:allow_fragment] ? %r{[^A-Za-z0-9\-._~:/?@!$&'()*+,;=#]}n : %r{[^A-Za-z0-9\-._~:/?@!$&'()*+,;=]}n)
      end

      def uri_query_encode(query)
        escape(query, /[^A-Za-z0-9\-._~]/n)
      end

      def uri_unescape(text)
        text.b.gsub(/%([0-9A-Fa-f]{2})/) { Regexp.last_match(1).hex.chr }.force_encoding(Encoding::UTF_8)
      end

      def path_to_uri(path)
        URI.parse("file://#{uri_encode(path)}")
      end

      def uri_to_path(uri)
        uri.is_a?(URI) && uri.path ? uri_unescape(uri.path) : nil
      end

      # Replaces a file as a whole.
      def replace_file(file, default_mode, staging_location: nil, validate_callback: nil) # rubocop:disable Lint/UnusedMethodArgument
        raise Puppet::DevError, 'replace_file requires a block' unless block_given?

        target = file.to_s
        mode = File.exist?(target) ? File.stat(target).mode & 0o7777 : default_mode
        mode = mode.to_s.to_i(8) if mode.is_a?(String)
        temporary = "#{target}.#{Process.pid}.#{Random.new_seed.to_s(36)}"
        File.open(temporary, File::WRONLY | File::CREAT | File::EXCL, 0o600) do |stream|
          yield stream
          stream.flush
          stream.fsync
          stream.chmod(mode) if mode
        end
        File.rename(temporary, target)
        true
      rescue StandardError
        File.unlink(temporary) if temporary && File.exist?(temporary)
        raise
      end

      def valid_symbolic_mode?(value)
        SymbolicFileMode.valid_symbolic_mode?(value)
      end

      def normalize_symbolic_mode(value)
        SymbolicFileMode.normalize_symbolic_mode(value)
      end

      def symbolic_mode_to_int(modification, to_mode = 0, is_a_directory = false)
        SymbolicFileMode.symbolic_mode_to_int(modification, to_mode, is_a_directory)
      end

      def display_mode(value)
        SymbolicFileMode.display_mode(value)
      end

      def safe_posix_fork(stdin = $stdin, stdout = $stdout, stderr = $stderr)
        Process.fork do
          $stdin.reopen(stdin)
          $stdout.reopen(stdout)
          $stderr.reopen(stderr)
          yield
        end
      end

      def pretty_backtrace(backtrace = caller(1))
        Array(backtrace).join("\n")
      end

      # Ends the process when a block fails. In a provider that is an error of the provider.
      def exit_on_fail(message, code = 1)
        yield
      rescue StandardError => e
        Puppet.log_exception(e, "#{message}: #{e.message}")
        exit(code)
      end

      def execute(*arguments)
        Execution.execute(*arguments)
      end

      private

      # A number as it is, or the one that belongs to a name.
      def number(given)
        return given if given.is_a?(Integer)
        return given.to_i if /\A\d+\z/.match?(given.to_s)

        yield given.to_s
      rescue ArgumentError
        nil
      end

      def executable_file?(path)
        File.file?(path) && File.executable?(path)
      end

      def escape(text, unsafe)
        text.b.gsub(unsafe) { |byte| format('%%%02X', byte.ord) }.force_encoding(Encoding::UTF_8)
      end
    end

    # Some classes include Puppet::Util and call these without a receiver.
    %i[which uid gid absolute_path? symbolizehash withenv withumask thinmark].each do |name|
      define_method(name) { |*arguments, &block| Puppet::Util.send(name, *arguments, &block) }
    end
  end
end
