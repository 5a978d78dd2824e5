# frozen_string_literal: true

require 'uri'

# The parts of a `uri` as connection info of their own, where a schema has them and nobody gave them.
module Puppet
  module ResourceApi
    module Transport
      module Address
        class << self
          # Changes the hash. What is no address stays as it is: the transport knows what it means.
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

            # It has a place of its own now.
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
              # A port that the protocol has by itself is not what the operator wrote.
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

          # A password is found by its marks alone, also in what is no address.
          def password_of(text)
            written = text[%r{\A(?:[^:/]+://)?[^:@/]*:(.+)@}m, 1]
            [written, decoded(written)].compact.uniq
          end
        end
      end
    end
  end
end
