# frozen_string_literal: true

# Files with the connection info of a device, in HOCON. The runtime reads them; the gem is used where it cannot.
module Bunraku
  module DeviceConfig
    class << self
      # The content of a `file:` URL, with texts as keys.
      def of_url(url)
        read(path_of(url))
      end

      # The path of a `file:` URL; other URLs are refused.
      def path_of(url)
        uri = URI.parse(url.to_s)
        unless uri.scheme == 'file'
          raise "Unexpected url '#{shown(url)}' found. Only file:/// URLs for configuration supported at the moment."
        end

        uri.path
      end

      def read(path)
        # The missing quote is the reference's.
        raise "Trying to load config from '#{path}, but file does not exist." unless File.exist?(path)

        text = File.read(path)
        text.strip.empty? ? {} : parse(text, path)
      end

      private

      # A URL without its password.
      def shown(url)
        url.to_s.sub(%r{(://[^/@:\s]*:)\S*@}, '\1[redacted]@')
      end

      def parse(text, path)
        answer = Wire.request('runtime.hocon', 'text' => Values.text(text), 'path' => path)
        Values.decode(answer['value']) || {}
      rescue Wire::RemoteError => e
        raise Puppet::Error, e.message unless e.code == Wire::METHOD_NOT_FOUND

        parse_here(text)
      end

      # JSON is HOCON, too.
      def parse_here(text)
        JSON.parse(text)
      rescue JSON::ParserError
        require 'hocon'
        Hocon.parse(text)
      end
    end
  end
end
