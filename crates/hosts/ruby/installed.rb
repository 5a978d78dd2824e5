# frozen_string_literal: true

# The other half of this host: types of the legacy API (`Puppet::Type.newtype`), run by the Puppet that is installed.
#
# In this mode the host provides no part of Puppet. The installed Puppet is loaded with the settings and the modules of the
# run, and its log is sent to the runtime. `installed/definitions.rb` describes its types, `installed/target.rb` lets the
# runtime read and change their resources.
Bunraku.embedded('log.rb')

module Bunraku
  module Installed
    # Settings that are paths. The runtime handles all others.
    SETTINGS = %w[confdir vardir codedir environment strict].freeze

    # Puppet is not installed.
    class Missing < LoadError; end

    class << self
      # Loads Puppet. If it is not installed, the error says what to do.
      def start(session)
        Requiring.leave_to_installation
        load_puppet
        Puppet.initialize_settings(arguments(session['settings'] || {}))
        listen(session['log_level'])
        enter_environment(session)
        %w[values definitions catalog target].each { |part| Bunraku.embedded("installed/#{part}.rb") }
      end

      private

      def load_puppet
        require 'puppet'
      rescue LoadError => e
        raise Missing, "there is no Puppet for #{RbConfig.ruby}: #{e.message}"
      end

      def arguments(settings)
        known = SETTINGS.select { |name| settings[name].is_a?(String) && !settings[name].empty? }
        known.flat_map { |name| ["--#{name}", settings[name]] }
      end

      # Puppet's log goes to the runtime only.
      def listen(level)
        Puppet::Util::Log.newdesttype(:bunraku) do
          def handle(line)
            source = line.source.to_s
            Bunraku::Log.line(line.level, line.message, source == 'Puppet' ? nil : source)
          end
        end
        Puppet::Util::Log.newdestination(:bunraku)
        Puppet::Util::Log.level = level.to_sym if level
      end

      # An environment with the modules whose `lib` directories the runtime named.
      def enter_environment(session)
        directories = (session['load_paths'] || []).map { |lib| File.dirname(File.dirname(lib)) }.uniq
        name = (session['settings'] || {})['environment'] || 'production'
        environment = Puppet::Node::Environment.create(name.to_sym, directories)
        environments = Puppet::Environments::Static.new(environment)
        Puppet.push_context({ current_environment: environment, environments: environments }, 'Bunraku')
      end
    end
  end
end
