# frozen_string_literal: true

# Puppet::Util::Execution: runs commands for providers that do not use the commands of the Resource API.
#
# The traps are part of it: without options a failure raises and stderr is read with stdout; with any options neither is so,
# unless they say it. An array of one word and a text may go through a shell, longer arrays never do.
require 'puppet/error'

module Puppet
  module Util
    module Execution
      # What a command printed, and how it ended.
      class ProcessOutput < String
        attr_reader :exitstatus

        def initialize(value, exitstatus)
          super(value)
          @exitstatus = exitstatus
        end
      end

      # The default of options that were not passed.
      class NoOptionsSpecified; end

      LOCALE_VARIABLES = %w[LANG LANGUAGE LC_ALL LC_CTYPE LC_NUMERIC LC_TIME LC_COLLATE LC_MONETARY LC_MESSAGES LC_PAPER
                            LC_NAME LC_ADDRESS LC_TELEPHONE LC_MEASUREMENT LC_IDENTIFICATION].freeze
      USER_VARIABLES = %w[HOME USER LOGNAME].freeze

      module_function

      def execute(command, options = NoOptionsSpecified)
        given = !options.equal?(NoOptionsSpecified)
        options = given ? options.to_h.transform_keys(&:to_sym) : {}
        settings = { failonfail: !given, combine: !given, override_locale: true, squelch: false, sensitive: false,
                     custom_environment: {} }.merge(options)
        shown = settings[:sensitive] ? '[redacted]' : command_text(command)
        announce(shown, settings)
        if settings[:cwd] && !File.directory?(settings[:cwd].to_s)
          raise ArgumentError, "Working directory #{settings[:cwd]} does not exist!"
        end

        output, status = run(command, settings)
        if settings[:failonfail] && status != 0
          raise Puppet::ExecutionFailure, "Execution of '#{shown}' returned #{status}: #{output.strip}"
        end

        ProcessOutput.new(output, status)
      end

      # Runs a command and gives what it prints to a block while it does.
      def execpipe(command, failonfail = true)
        text = command_text(command)
        Puppet.debug("Executing '#{text}'")
        output = IO.popen(environment({}, true), "#{text} 2>&1") { |pipe| yield pipe }
        raise Puppet::ExecutionFailure, output.to_s if failonfail && $?.exitstatus != 0

        output
      end

      def ruby_path
        File.join(RbConfig::CONFIG['bindir'], RbConfig::CONFIG['ruby_install_name'] + RbConfig::CONFIG['EXEEXT'])
      end

      def command_text(command)
        command.is_a?(Array) ? command.join(' ') : command.to_s
      end

      def announce(shown, settings)
        who = %i[uid gid].select { |key| settings[key] }.map { |key| "#{key}=#{settings[key]}" }
        Puppet.debug(who.empty? ? "Executing: '#{shown}'" : "Executing with #{who.join(' ')}: '#{shown}'")
      end

      # Returns the output of the process and its exit status. Waits for it, not for processes that it started: they may keep its
      # output open for ever, so it goes to a file.
      def run(command, settings)
        words = [command].flatten.map { |word| word.is_a?(String) ? word : word.to_s }
        scratch(settings[:squelch]) do |out|
          status = wait(start(words, settings, out))
          next ['', status] if settings[:squelch]

          out.rewind
          [out.read, status]
        end
      end

      def start(words, settings, out)
        streams = { in: settings[:stdinfile] || File::NULL, out: out, err: settings[:combine] ? out : File::NULL }
        variables = environment(settings[:custom_environment] || {}, settings[:override_locale])
        directory = settings[:cwd] ? { chdir: settings[:cwd].to_s } : {}
        if settings[:uid] || settings[:gid]
          start_as(words, variables, streams.merge(directory), settings)
        else
          Process.spawn(variables, *words, **directory, in: streams[:in], out: streams[:out], err: streams[:err])
        end
      rescue SystemCallError, ArgumentError => e
        failed_to_start(e, settings, out)
      end

      # The status of a process that was, or could not be, started; nil when a signal ended it.
      def wait(pid)
        return 1 unless pid

        Process.waitpid(pid)
        $?.exitstatus
      end

      # Puppet's child logs it to its own stderr: it is seen only where that is read with stdout.
      def failed_to_start(error, settings, out)
        text = "Error: Could not execute posix command: #{error.message}"
        text = "\e[1;31m#{text}\e[0m" if %w[ansi true].include?(Puppet[:color].to_s)
        out.write("#{text}\n") if settings[:combine] && out.respond_to?(:write)
        nil
      end

      def start_as(words, variables, streams, settings)
        uid, gid, user = identity(settings)
        Process.fork do
          begin
            if gid
              Process.initgroups(user, gid) if user && Process.euid.zero?
              Process::GID.change_privilege(gid)
            end
            Process::UID.change_privilege(uid) if uid
            Process.exec(variables, *words, **streams)
          rescue Exception # rubocop:disable Lint/RescueException
            nil
          end
          exit!(1)
        end
      end

      # Numbers of the user and the group, and the name of the user.
      def identity(settings)
        uid = settings[:uid] && (Puppet::Util.uid(settings[:uid]) ||
                                 raise(ArgumentError, "Invalid user: #{settings[:uid]}"))
        gid = settings[:gid] && (Puppet::Util.gid(settings[:gid]) ||
                                 raise(ArgumentError, "Invalid group: #{settings[:gid]}"))
        entry = uid && Etc.getpwuid(uid)
        [uid, gid || (entry && entry.gid), entry && entry.name]
      rescue ArgumentError => e
        raise unless e.message.include?("can't find user")

        [uid, gid, nil]
      end

      def environment(custom, override_locale)
        variables = {}
        if override_locale
          LOCALE_VARIABLES.each { |name| variables[name] = nil }
          variables['LANG'] = 'C'
          variables['LC_ALL'] = 'C'
        end
        USER_VARIABLES.each { |name| variables[name] = nil }
        custom.each { |name, value| variables[name.to_s] = value.nil? ? nil : value.to_s }
        variables
      end

      # A file that has no name any more.
      def scratch(squelch)
        return yield(File::NULL) if squelch

        directory = ENV['TMPDIR'] && File.directory?(ENV['TMPDIR']) ? ENV['TMPDIR'] : '/tmp'
        path = File.join(directory, "bunraku-#{Process.pid}-#{Random.new_seed.to_s(36)}")
        File.open(path, File::RDWR | File::CREAT | File::EXCL, 0o600) do |file|
          File.unlink(path)
          yield file
        end
      end

      private_class_method :announce, :run, :start, :wait, :failed_to_start, :start_as, :identity, :environment, :scratch,
                           :command_text
    end

    # The class is of Puppet, wherever it is raised.
    ExecutionFailure = Puppet::ExecutionFailure
  end
end
