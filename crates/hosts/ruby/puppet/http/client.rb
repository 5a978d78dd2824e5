# frozen_string_literal: true

# Requests: headers, parameters, passwords and certificates as Puppet's client takes them. Redirections are followed, but not
# from https to http, and passwords and cookies go only to the origin (scheme, host and port) for which they were given. The
# environment names the proxy, or else the settings.
module Puppet
  module HTTP
    class Client
      REDIRECTS = 10
      PRIVATE_HEADERS = %w[authorization cookie proxy-authorization].freeze
      CONNECTION_ERRORS = [SystemCallError, SocketError, IOError, OpenSSL::SSL::SSLError, Timeout::Error].freeze

      def initialize(**_settings); end

      def get(url, headers: {}, params: {}, options: {}, &block)
        request(Net::HTTP::Get, url, headers, params, options, nil, &block)
      end

      def head(url, headers: {}, params: {}, options: {})
        request(Net::HTTP::Head, url, headers, params, options, nil)
      end

      def delete(url, headers: {}, params: {}, options: {})
        request(Net::HTTP::Delete, url, headers, params, options, nil)
      end

      def put(url, body, headers: {}, params: {}, options: {})
        request(Net::HTTP::Put, url, headers, params, options, body)
      end

      def post(url, body, headers: {}, params: {}, options: {}, &block)
        request(Net::HTTP::Post, url, headers, params, options, body, &block)
      end

      # An open connection, for code that does its own requests.
      def connect(url, options: {})
        with_connection(uri_of(url, {}), options) { |http| yield http }
      end

      def close
        nil
      end

      def default_headers
        { 'X-Puppet-Version' => Puppet.version, 'User-Agent' => "Puppet/#{Puppet.version} Ruby/#{RUBY_VERSION}" }
      end

      private

      def request(kind, url, headers, params, options, body, &block)
        unless body.nil? || body.is_a?(String)
          raise ArgumentError, "The body must be a String, not #{body.class}"
        end

        uri = uri_of(url, params)
        first = uri
        headers = headers.transform_keys(&:to_s)
        trusted = true
        (REDIRECTS + 1).times do
          response, target = exchange(kind, uri, headers, options, body, trusted, &block)
          return response unless target

          uri = target
          # After a redirection to another origin, credentials are never sent again, even if a later one leads back.
          next if same_origin?(first, uri)

          trusted = false
          headers = headers.reject { |name, _| PRIVATE_HEADERS.include?(name.downcase) }
        end
        raise TooManyRedirects, URI(without_password(first))
      end

      # The response, and where it leads to if it is a redirection.
      def exchange(kind, uri, headers, options, body, authorize)
        with_connection(uri, options) do |http|
          native = kind.new(uri.request_uri, default_headers.merge(headers))
          native.body = body if body
          authorize(native, uri, options) if authorize
          result = nil
          http.request(native) do |answer|
            response = Response.new(uri, answer)
            target = redirection(uri, response)
            yield response if block_given? && target.nil?
            response.drain unless block_given? && target.nil?
            result = [response, target]
          end
          result
        end
      end

      def authorize(native, uri, options)
        basic = options[:basic_auth]
        if basic
          native.basic_auth(basic[:user], unwrap(basic[:password]))
        elsif uri.user && !uri.user.empty?
          native.basic_auth(URI.decode_www_form_component(uri.user), URI.decode_www_form_component(uri.password.to_s))
        end
      end

      def unwrap(value)
        value.respond_to?(:unwrap) ? value.unwrap : value
      end

      def redirection(uri, response)
        return nil unless [301, 302, 307].include?(response.code) && response['location']

        target = uri.merge(response['location'])
        unless target.is_a?(URI::HTTP) && target.host
          raise ProtocolError, "#{without_password(uri)} redirects to '#{without_password(target)}', which is not the address of a web server"
        end
        if uri.scheme == 'https' && target.scheme == 'http'
          raise ProtocolError, "#{without_password(uri)} redirects to '#{without_password(target)}': redirections from https to http are refused, because the connection would no longer be encrypted"
        end

        # Only the caller's user and password are sent, never those that a server names.
        user, password = same_origin?(uri, target) ? [uri.user, uri.password] : []
        target.password = nil
        target.user = user
        target.password = password
        target
      rescue URI::Error => e
        raise ProtocolError, "#{without_password(uri)} redirects to an invalid address: #{e.message.inspect}"
      end

      def without_password(uri)
        # Control characters in what a server sent must not reach a terminal.
        uri.to_s.sub(%r{\A(\w+://)[^/@]*@}, '\1').inspect[1..-2]
      end

      def same_origin?(first, second)
        [first.scheme, first.host, first.port] == [second.scheme, second.host, second.port]
      end

      def uri_of(url, params)
        uri = url.is_a?(URI) ? url.dup : URI.parse(url.to_s)
        return uri if params.nil? || params.empty?

        query = params.flat_map do |name, value|
          Array(value).map { |item| "#{Puppet::Util.uri_query_encode(name.to_s)}=#{Puppet::Util.uri_query_encode(item.to_s)}" }
        end
        uri.query = [uri.query, *query].compact.join('&')
        uri
      end

      def with_connection(uri, options)
        http = Net::HTTP.new(uri.host, uri.port, *proxy)
        http.open_timeout = seconds(:http_connect_timeout, 120)
        http.read_timeout = seconds(:http_read_timeout, 600)
        secure(http, options) if uri.scheme == 'https'
        http.start { yield http }
      rescue *CONNECTION_ERRORS => e
        raise ConnectionError.new("Request to #{without_password(uri)} failed: #{e.message}", e)
      end

      # What Net::HTTP takes for a proxy; nothing where the environment decides, or where there is none.
      def proxy
        return [] if %w[http_proxy HTTP_PROXY].any? { |name| !ENV[name].to_s.empty? }

        setting = ->(name) { Puppet[name].to_s.then { |text| text unless text.empty? || text == 'none' } }
        host = setting.call(:http_proxy_host)
        return [] unless host

        [host, setting.call(:http_proxy_port).to_i, setting.call(:http_proxy_user), setting.call(:http_proxy_password),
         ENV['no_proxy'] || ENV['NO_PROXY'] || setting.call(:no_proxy)]
      end

      def seconds(setting, default)
        value = Puppet[setting]
        value.is_a?(Numeric) ? value : default
      end

      # Trusts Puppet's own certificate authority, and the system's if requested or if there is no other.
      def secure(http, options)
        http.use_ssl = true
        context = options[:ssl_context]
        http.verify_mode = context.respond_to?(:verify_peer) && context.verify_peer == false ? OpenSSL::SSL::VERIFY_NONE : OpenSSL::SSL::VERIFY_PEER
        store = context.respond_to?(:store) && context.store
        http.cert_store = store || certificate_store(options)
        return unless context.respond_to?(:client_cert) && context.client_cert

        http.cert = context.client_cert
        http.key = context.private_key
      end

      def certificate_store(options)
        store = OpenSSL::X509::Store.new
        authority = Puppet[:localcacert]
        own = authority && File.exist?(authority.to_s)
        store.add_file(authority.to_s) if own
        store.set_default_paths if options[:include_system_store] || !own
        store
      end
    end
  end
end
