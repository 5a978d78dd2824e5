# frozen_string_literal: true

# How files are found. `require` looks among the files of this program first, then in the directories of modules and of Ruby,
# and only then in RubyGems, which is not loaded before that: it takes longer to start than everything else here.
#
# Files below `puppet` and `facter` never come from Ruby's own directories: there may be a real Puppet, and parts of two
# implementations would not fit together. Constants that Puppet loads before any module are loaded on first use.
module Bunraku
  module Requiring
    PLAIN = Kernel.instance_method(:require)
    RUBY_FOLDERS = $LOAD_PATH.dup.freeze
    OWNED = %r{\A(?:puppet|facter)(?:/|\z)}.freeze
    # Gems that this program replaces.
    REPLACED_GEMS = %w[puppet openvox facter openfact puppet-resource_api].freeze

    # Files of Puppet whose content is part of another file here.
    PARTS = {
      'puppet/property' => 'puppet/parameter', 'puppet/parameter/boolean' => 'puppet/parameter',
      'puppet/parameter/path' => 'puppet/parameter', 'puppet/property/boolean' => 'puppet/parameter',
      'puppet/property/list' => 'puppet/parameter', 'puppet/property/ordered_list' => 'puppet/parameter',
      'puppet/property/keyvalue' => 'puppet/parameter', 'puppet/util/docs' => 'puppet/util/docs',
      'puppet/version' => 'puppet', 'puppet/pops/types/types' => 'puppet/pops', 'puppet/defaults' => 'puppet',
      'puppet/util/network_device/simple' => 'puppet/util/network_device/simple/device',
      'facter/util/config' => 'facter', 'facter/core/execution/base' => 'facter/core/execution'
    }.freeze

    # Constants that Puppet loads before any module code, and the file of each.
    ON_FIRST_USE = {
      'yaml' => %i[YAML Psych], 'uri' => %i[URI], 'forwardable' => %i[Forwardable SingleForwardable],
      'fileutils' => %i[FileUtils], 'tempfile' => %i[Tempfile], 'pathname' => %i[Pathname],
      'set' => %i[Set], 'date' => %i[Date DateTime], 'digest' => %i[Digest], 'openssl' => %i[OpenSSL],
      'net/http' => %i[Net], 'securerandom' => %i[SecureRandom], 'etc' => %i[Etc], 'ostruct' => %i[OpenStruct],
      'socket' => %i[Socket TCPSocket TCPServer UDPSocket UNIXSocket UNIXServer BasicSocket IPSocket Addrinfo SocketError],
      'timeout' => %i[Timeout], 'stringio' => %i[StringIO], 'strscan' => %i[StringScanner], 'erb' => %i[ERB],
      'open3' => %i[Open3], 'shellwords' => %i[Shellwords], 'singleton' => %i[Singleton], 'benchmark' => %i[Benchmark],
      'find' => %i[Find], 'ipaddr' => %i[IPAddr], 'base64' => %i[Base64], 'zlib' => %i[Zlib], 'logger' => %i[Logger],
      'delegate' => %i[Delegator SimpleDelegator], 'cgi' => %i[CGI], 'rbconfig' => %i[RbConfig],
      'monitor' => %i[Monitor MonitorMixin], 'optparse' => %i[OptionParser], 'tsort' => %i[TSort], 'pp' => %i[PP],
      'bigdecimal' => %i[BigDecimal]
    }.freeze

    # Methods of core classes that a library adds, and the library.
    LATE_METHODS = {
      'time' => [[Time.singleton_class, %i[parse strptime iso8601 xmlschema httpdate rfc2822]],
                 [Time, %i[iso8601 xmlschema httpdate rfc2822]]],
      'shellwords' => [[String, %i[shellescape shellsplit]], [Array, %i[shelljoin]]],
      'tmpdir' => [[Dir.singleton_class, %i[mktmpdir tmpdir]]], 'uri' => [[Kernel, %i[URI]]],
      'pathname' => [[Kernel, %i[Pathname]]], 'bigdecimal' => [[Kernel, %i[BigDecimal]]],
      'set' => [[Enumerable, %i[to_set]]], 'yaml' => [[Object, %i[to_yaml]]], 'date' => [[Time, %i[to_date to_datetime]]]
    }.freeze

    @misses = {}

    class << self
      # Overrides `require` and autoloads the constants.
      def install
        define_require
        promise_constants
        promise_methods
        alias_globals
      end

      # Switches to the installed Puppet, which needs RubyGems.
      def leave_to_installation
        @installed = true
        gems?
      end

      # Directories of modules, in the order of the modulepath.
      def add_directories(directories)
        $LOAD_PATH.unshift(*(directories - $LOAD_PATH))
      end

      # Directories that are not Ruby's own.
      def module_directories
        $LOAD_PATH - RUBY_FOLDERS
      end

      def require(receiver, name)
        path = name.respond_to?(:to_path) ? name.to_path : name
        path = path.to_str if !path.is_a?(String) && path.respond_to?(:to_str)
        return plain(receiver, name) unless path.is_a?(String)

        return first_gems if path == 'rubygems'

        path = PARTS.fetch(path, path) unless @installed
        file = path.end_with?('.rb') ? path : "#{path}.rb"
        return Bunraku.embedded(file) if provided?(file)
        return owned(receiver, path, file) if OWNED.match?(path) && !@installed

        plain_or_gem(receiver, path)
      end

      # Whether a file of this program replaces the one that modules require by that name. The files of the host itself do not.
      def provided?(file)
        !@installed && Bunraku.embedded?(file) && file.start_with?('puppet', 'facter')
      end

      # What to do about a missing file.
      def hint(path)
        return nil if path.start_with?('/')

        if OWNED.match?(path)
          return "no module has a file '#{path}.rb' in its lib directory, and Bunraku's Ruby host does not provide it"
        end

        gem = path.split('/').first
        "if '#{path}' belongs to a gem, install it with 'gem install #{gem}', or with a package resource that comes " \
          'before: it is looked for again at the next use'
      end

      private

      def define_require
        Kernel.module_eval do
          def require(name)
            Bunraku::Requiring.require(self, name)
          end
          private :require
        end
        Kernel.define_singleton_method(:require) { |name| Bunraku::Requiring.require(self, name) }
      end

      def plain(receiver, path)
        PLAIN.bind(receiver).call(path)
      end

      # A file of Puppet's namespace in a module, or in a gem that is not Puppet.
      def owned(receiver, path, file)
        found = module_file(file)
        return plain(receiver, found) if found

        spec = gems? && gem_with(path)
        if spec
          spec.activate
          found = module_file(file)
          return plain(receiver, found) if found
        end
        raise missing(path)
      end

      def module_file(file)
        module_directories.each do |directory|
          candidate = File.join(directory.to_s, file)
          return candidate if File.file?(candidate)
        end
        nil
      end

      def gem_with(path)
        Gem.clear_paths
        spec = Gem::Specification.find_by_path(path)
        spec unless spec.nil? || REPLACED_GEMS.include?(spec.name)
      end

      def plain_or_gem(receiver, path)
        plain(receiver, path)
      rescue LoadError => e
        raise unless e.path == path && gems?

        Gem.clear_paths
        begin
          @gem_require.bind(receiver).call(path)
        rescue Gem::LoadError => gem_error
          raise gem_error if gem_error.path

          raise missing(path)
        end
      end

      # Loads RubyGems when it is first needed. It overrides `require`, so ours is installed again.
      def gems?
        return @gem_require unless @gem_require.nil?

        Kernel.define_method(:require, PLAIN)
        Kernel.send(:private, :require)
        begin
          plain(self, 'rubygems')
          @gem_require = Kernel.instance_method(:require)
        rescue LoadError
          @gem_require = false
        ensure
          define_require
        end
        @gem_require
      end

      # The answer of `require 'rubygems'`.
      def first_gems
        is_new = @gem_require.nil?
        gems? ? is_new : raise(missing('rubygems'))
      end

      def missing(path)
        error = LoadError.new("cannot load such file -- #{path}")
        error.instance_variable_set(:@path, path)
        error.define_singleton_method(:path) { path }
        error
      end

      def promise_constants
        ON_FIRST_USE.each do |file, names|
          names.each { |name| Object.autoload(name, file) unless Object.const_defined?(name, false) }
        end
        # RubyGems itself: modules compare versions with its classes.
        Object.autoload(:Gem, 'rubygems') unless Object.const_defined?(:Gem, false)
      end

      def promise_methods
        LATE_METHODS.each do |file, owners|
          owners.each do |owner, names|
            names.each do |name|
              next if owner.method_defined?(name) || owner.private_method_defined?(name)

              owner.send(:define_method, name) do |*arguments, &block|
                location = owner.instance_method(name).source_location
                owner.send(:remove_method, name) if location && location.first.start_with?(FILE_PREFIX)
                Bunraku::Requiring.require(self, file)
                send(name, *arguments, &block)
              end
              owner.send(:private, name) if owner == Kernel
            end
          end
        end
      end

      # The names of the library English, without loading it.
      def alias_globals
        eval(<<~RUBY, TOPLEVEL_BINDING, "#{FILE_PREFIX}requiring.rb", __LINE__ + 1)
          alias $ERROR_INFO $!
          alias $ERROR_POSITION $@
          alias $CHILD_STATUS $?
          alias $PID $$
          alias $PROCESS_ID $$
          alias $PROGRAM_NAME $0
          alias $INPUT_RECORD_SEPARATOR $/
          alias $RS $/
          alias $LAST_MATCH_INFO $~
          alias $MATCH $&
          alias $PREMATCH $`
          alias $POSTMATCH $'
        RUBY
      end
    end
  end
end

Bunraku::Requiring.install
