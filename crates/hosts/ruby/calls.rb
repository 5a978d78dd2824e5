# frozen_string_literal: true

# What the runtime can ask for, one method of `Calls` each, and the loop that serves it.
#
# Every call is answered, whatever module code does in it: exceptions of every class become errors. Only the process that
# the runtime started answers; a fork that comes back here ends at once.
Bunraku.embedded('runtime.rb')

module Bunraku
  module Calls
    METHODS = {
      'initialize' => :start, 'shutdown' => :shutdown, 'type.load' => :load_types,
      'canonicalize' => :canonicalize, 'get' => :get, 'insync' => :insync, 'generate' => :generate, 'set' => :set,
      'refresh' => :refresh, 'relations' => :relations
    }.freeze
    # What the other files add: method => [file, module, function].
    MORE = {
      'transport.connect' => ['transports.rb', :Transports, :connect],
      'device.connect' => ['transports.rb', :Transports, :connect_device],
      'transport.verify' => ['transports.rb', :Transports, :verify],
      'transport.facts' => ['transports.rb', :Transports, :facts],
      'transport.close' => ['transports.rb', :Transports, :close],
      'function.call' => ['functions.rb', :Functions, :call],
      'template.render' => ['templates.rb', :Templates, :render],
      'script.run' => ['script.rb', :Script, :run],
      'facts.collect' => ['custom_facts.rb', :CustomFacts, :collect]
    }.freeze

    VERSION = 1
    # How many resources one answer carries; more are sent before it.
    PAGE = 10_000

    class << self
      # Serves until the runtime says `shutdown` or closes its end.
      def serve
        at_exit { finish }
        while !@ending && (message = Wire.receive)
          handle(message)
        end
        exit
      end

      # Serves one message.
      def handle(message)
        id = message['id']
        method = message['method']
        return if method.nil? || method.start_with?('$/')

        begin
          result = dispatch(method, message['params'] || {}, id)
        rescue Exception => e # rubocop:disable Lint/RescueException
          leave_fork
          Wire.respond_error(id, error_of(e)) if id
          return
        end
        leave_fork
        Wire.respond(id, result) if id && !@ending
      end

      private

      def dispatch(method, params, id)
        function = METHODS[method]
        return send(function, params, id) if function

        file, name, function = MORE[method]
        raise ProtocolError, "unknown method '#{method}'" unless file

        Bunraku.embedded(file)
        Wire.watch
        Bunraku.const_get(name).send(function, params)
      end

      def error_of(exception)
        if exception.is_a?(ProtocolError) && exception.message.start_with?('unknown method')
          return { 'code' => Wire::METHOD_NOT_FOUND, 'message' => exception.message }
        end

        Errors.describe(exception)
      end

      # A fork without a block comes back from module code as a second host.
      def leave_fork
        exit!(0) unless Wire.owner?
      end

      # The answer to `initialize`.
      def start(params, _id)
        versions = Array(params['protocol'])
        unless versions.empty? || versions.include?(VERSION)
          raise ProtocolError, "this host speaks version #{VERSION} of the protocol, the runtime #{versions.join(', ')}"
        end

        Bunraku.session = params
        Requiring.add_directories(params['load_paths'] || [])
        load_puppet(params)
        Log.level = params['log_level'] if params['log_level']
        { 'protocol' => VERSION, 'provider' => { 'name' => 'ruby', 'version' => RUBY_VERSION },
          'capabilities' => { 'filter' => true, 'noop' => true, 'canonicalize' => true, 'insync' => true,
                              'generate' => true, 'refresh' => true, 'batch' => true } }
      end

      # Puppet as this host has it, or the one that is installed.
      def load_puppet(params)
        @installed = params['ruby_host'] == 'puppet'
        return Bunraku.embedded('puppet.rb') unless @installed

        Bunraku.embedded('installed.rb')
        Wire.watch
        Installed.start(params)
      end

      # The answer is sent after all `at_exit` blocks of modules have run.
      def shutdown(_params, id)
        @shutdown_id = id
        @ending = true
        nil
      end

      def finish
        return unless Wire.owner?

        @ending ? Wire.respond(@shutdown_id, nil) : Wire.drain
      end

      def load_types(params, _id)
        Wire.watch
        return Installed::Definitions.load(params) if @installed

        Bunraku.embedded('loading.rb')
        Loading.load(params)
      end

      def canonicalize(params, _id)
        provider(params) { |target| { 'resources' => target.canonicalize(params['resources']) } }
      end

      def get(params, id)
        provider(params) do |target|
          resources = target.get(params['names'])
          while resources.length > PAGE
            page = resources.shift(PAGE).map { |resource| Values.encode_attributes(resource) }
            Wire.notify('resources', 'id' => id, 'resources' => page)
          end
          { 'resources' => resources.map { |resource| Values.encode_attributes(resource) } }
        end
      end

      def insync(params, _id)
        provider(params) do |target|
          target.insync(params['name'], params['property'], params['is'], params['should'])
        end
      end

      def generate(params, _id)
        provider(params) do |target|
          { 'resources' => target.generate(params['name'], params['is'], params['should']) }
        end
      end

      def set(params, _id)
        provider(params) { |target| { 'results' => target.set(params['changes'], params['noop'] || false) } }
      end

      def refresh(params, _id)
        provider(params) { |target| target.refresh(params['name']) }
      end

      # The automatic relations of a resource; only types of the installed Puppet work them out in code.
      def relations(params, _id)
        provider(params) { |target| { 'relations' => target.relations(params['name']) } }
      end

      def provider(params)
        Wire.watch
        return yield Installed.target(params['type'], params['provider']) if @installed

        Bunraku.embedded('providers.rb')
        Providers.with(params['type'], params['transport']) { |target| yield target }
      end
    end
  end
end
