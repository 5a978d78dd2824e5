# frozen_string_literal: true

# The other half of this host: types of the older API (`Puppet::Type.newtype`), run by the Puppet that is installed.
#
# Nothing of Puppet is provided here then. The installed Puppet is loaded with the settings and the modules of the run, and
# what it logs is sent to the runtime. `installed/definitions.rb` tells what its types look like, `installed/target.rb`
# lets the runtime read and change their resources.
Bunraku.embedded('log.rb')

module Bunraku
  module Installed
    # Settings that say where things are. Whatever else is set is the business of the runtime.
    SETTINGS = %w[confdir vardir codedir environment strict].freeze

    class << self
      # Loads Puppet. An installation that is not there is an error that says what to do.
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
        raise LoadError, "there is no Puppet for #{RbConfig.ruby}: #{e.message}"
      end

      def arguments(settings)
        known = SETTINGS.select { |name| settings[name].is_a?(String) && !settings[name].empty? }
        known.flat_map { |name| ["--#{name}", settings[name]] }
      end

      # Puppet's log has one reader: the runtime.
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

      # The modules whose `lib` folders the runtime named, found by Puppet as those of an environment.
      def enter_environment(session)
        folders = (session['load_paths'] || []).map { |lib| File.dirname(File.dirname(lib)) }.uniq
        name = (session['settings'] || {})['environment'] || 'production'
        environment = Puppet::Node::Environment.create(name.to_sym, folders)
        environments = Puppet::Environments::Static.new(environment)
        Puppet.push_context({ current_environment: environment, environments: environments }, 'Bunraku')
      end
    end
  end
end
