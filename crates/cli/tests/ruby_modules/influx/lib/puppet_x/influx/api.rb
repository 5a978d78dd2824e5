# frozen_string_literal: true

require 'puppet_x'
require 'json'

module PuppetX
  module Influx
    # What the providers share.
    class Api
      class << self
        def host_map
          @@host_map ||= {}
        end
      end
      attr_accessor :auth

      def initialize
        @canonicalized_resources = []
      end

      # The first resource tells where everything is.
      def init_attrs(resources)
        resources.each do |resource|
          %w[use_ssl host port token token_file].each do |attribute|
            key = attribute.to_sym
            value = resource[key]
            instance_variable_set("@#{attribute}", value) unless value.nil?
          end
        end
      end

      def init_auth
        @auth = if @token
                  "Token #{@token.unwrap}"
                elsif @token_file && File.file?(@token_file)
                  "Token #{File.read(@token_file).strip}"
                else
                  'anonymous'
                end
      end

      def file
        File.join(ENV['SCRATCH'], "#{@host || 'localhost'}.json")
      end

      def read
        init_auth
        return [] unless File.file?(file)

        data = JSON.parse(File.read(file))
        raise Puppet::Error, "401 Unauthorized for #{@host}" if data['token'] && "Token #{data['token']}" != auth

        self.class.host_map[@host] = data
        data['buckets']
      end

      def write(buckets)
        data = self.class.host_map[@host] || {}
        File.write(file, "#{JSON.generate(data.merge('buckets' => buckets))}\n")
      end
    end
  end
end
