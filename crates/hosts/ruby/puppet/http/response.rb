# frozen_string_literal: true

# What a server answered.
module Puppet
  module HTTP
    class Response
      attr_reader :url, :code, :reason

      def initialize(url, native)
        @url = url
        @native = native
        @code = native.code.to_i
        @reason = native.message
      end

      def body
        @native.body
      end

      def read_body(&block)
        raise ArgumentError, 'A block is required' unless block

        @native.read_body(&block)
      end

      def success?
        (200..299).cover?(@code)
      end

      def [](name)
        @native[name]
      end

      def each_header(&block)
        @native.each_header(&block)
      end

      # Reads the rest of the body, so that the connection can be reused.
      def drain
        body
        true
      end
    end
  end
end
