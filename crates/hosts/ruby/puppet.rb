# frozen_string_literal: true

# The module Puppet as modules see it: log lines, settings, and where the rest of its namespace is found.
Bunraku.embedded('unknown.rb')

module Puppet
  extend Bunraku::Unknown

  # The version whose behaviour this host follows.
  PUPPETVERSION = '8.11.0'
  OLDEST_RECOMMENDED_RUBY_VERSION = '3.1.0'

  {
    'puppet/error' => %i[Error ErrorWithData ExternalFileError ParseError ParseErrorWithIssue ResourceError DevError
                         MissingCommand PreformattedError ExecutionFailure LockError AlreadyImportedError ImportError],
    'puppet/util' => %i[Util], 'puppet/file_system' => %i[FileSystem], 'puppet/resource_api' => %i[ResourceApi ResourceAPI],
    'puppet/pops' => %i[Pops], 'puppet/type' => %i[Type], 'puppet/provider' => %i[Provider],
    'puppet/resource' => %i[Resource], 'puppet/parameter' => %i[Parameter Property], 'puppet/context' => %i[Context],
    'puppet/settings' => %i[Settings], 'puppet/http' => %i[HTTP], 'puppet/functions' => %i[Functions],
    'puppet/parser/functions' => %i[Parser], 'puppet/transport' => %i[Transport],
    'puppet/simple_resource' => %i[SimpleResource], 'puppet/feature' => %i[Feature], 'puppet/coercion' => %i[Coercion]
  }.each { |file, names| names.each { |name| autoload(name, file) } }

  LEVELS = %i[debug info notice warning err alert emerg crit].freeze
  private_constant :LEVELS

  class << self
    # A block is called for the text only if the level is logged.
    def debug(*arguments)
      return unless Bunraku::Log.shown?(:debug)

      message = arguments.empty? && block_given? ? yield : arguments.join(' ')
      Bunraku::Log.line(:debug, message, 'Puppet')
    end

    (LEVELS - [:debug]).each do |level|
      define_method(level) { |message| send_log(level, message) }
    end

    def send_log(level, message)
      Bunraku::Log.message(level, message, 'Puppet')
    end

    def version
      PUPPETVERSION
    end

    def minor_version
      version.split('.')[0, 2].join('.')
    end

    def [](name)
      settings[name]
    end

    def []=(name, value)
      settings[name] = value
    end

    def settings
      @settings ||= Settings.new
    end

    def features
      @features ||= Feature.new
    end

    def runtime
      Bunraku.embedded('puppet/runtime.rb')
      Runtime.instance
    end

    def lookup(name, &block)
      Context.lookup(name, &block)
    end

    def override(bindings, _description = '', &block)
      Context.override(bindings, &block)
    end

    def push_context(bindings, _description = '')
      Context.push(bindings)
    end

    def pop_context
      Context.pop
    end

    def run_mode
      Settings::RunMode.new(settings[:run_mode] || :user)
    end
  end
end

Bunraku.embedded('log.rb')
Bunraku.embedded('puppet/util/logging.rb')
Puppet.extend(Puppet::Util::Logging)
Bunraku.embedded('gettext.rb')
Object.autoload(:Facter, 'facter')
Object.autoload(:PuppetX, 'puppet_x')
Object.autoload(:SemanticPuppet, 'semantic_puppet')
