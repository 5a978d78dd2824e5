# frozen_string_literal: true

# Puppet::HTTP: the client that `Puppet.runtime[:http]` returns, on top of Net::HTTP.
#
#   http/client.rb    requests
#   http/response.rb  answers
require 'puppet'

module Puppet
  module HTTP
    extend Bunraku::Unknown

    class HTTPError < Puppet::Error; end
    class ConnectionError < HTTPError; end
    class RouteError < HTTPError; end
    class ProtocolError < HTTPError; end
    class SerializationError < HTTPError; end
    class TooManyRetryAfters < HTTPError; end

    # An unsuccessful response.
    class ResponseError < HTTPError
      attr_reader :response

      def initialize(response)
        super(response.reason)
        @response = response
      end
    end

    class TooManyRedirects < HTTPError
      def initialize(address)
        super("Too many HTTP redirections for #{address}")
      end
    end

    autoload :Client, 'puppet/http/client'
    autoload :Response, 'puppet/http/response'
  end
end
