# frozen_string_literal: true

require 'uri'

# Splits a `uri` into separate attributes of the connection info, if the schema has them and they are not set.
module Puppet
  module ResourceApi
    module Transport
      module Address
        class << self
          # Modifies the hash. A value that is not a URI stays unchanged, because it may mean something to the transport.
          def take_apart(schema, info)
            sensitive = Puppet::Pops::Types::PSensitiveType::Sensitive
            given = info[:uri]
            text = given.is_a?(sensitive) ? given.unwrap : given
            return unless text.is_a?(String)

            password_of(text).each { |password| Bunraku::Runtime.keep_secret(password) }
            uri = parse(text) or return
            parts(uri, text).each do |name, part|
              info[name] = fitting(schema, name, part) if part && info[name].nil? && schema.attributes.key?(name)
            end
            return unless uri.password && schema.attributes.key?(:password)

            # It is a separate attribute now.
            bare = text.sub(":#{uri.password}@", '@')
            info[:uri] = given.is_a?(sensitive) ? sensitive.new(bare) : bare
          end

          private

          def parse(text)
            URI.parse(text.include?('://') ? text : "//#{text}")
          rescue URI::InvalidURIError
            nil
          end

          def parts(uri, text)
            {
              protocol: uri.scheme,
              host: present(uri.hostname),
              # The default port of the protocol is not what the operator wrote.
              port: text.match?(%r{\A(?:[^:/]+://)?(?:[^/?#]*@)?[^/?#@]*:\d+(?:[/?#]|\z)}) ? uri.port : nil,
              user: decoded(uri.user),
              password: decoded(uri.password),
              path: decoded(present(uri.path)),
              query: present(uri.query)
            }
          end

          def present(part)
            part unless part.nil? || part.empty?
          end

          def decoded(part)
            present(part)&.gsub(/%(\h\h)/) { Regexp.last_match(1).hex.chr }&.force_encoding(Encoding::UTF_8)
          end

          # A port is a number, unless the schema wants a text.
          def fitting(schema, name, part)
            name == :port && schema.attributes[name][:type].to_s.include?('String') ? part.to_s : part
          end

          # Finds a password by its delimiters alone, also in invalid URIs.
          def password_of(text)
            written = text[%r{\A(?:[^:/]+://)?[^:@/]*:(.+)@}m, 1]
            [written, decoded(written)].compact.uniq
          end
        end
      end
    end
  end
end
