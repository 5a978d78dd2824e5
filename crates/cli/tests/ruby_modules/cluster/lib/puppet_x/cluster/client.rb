# frozen_string_literal: true

require 'json'
require 'yaml'
require 'fileutils'

module PuppetX
  # What generated providers share: a client with state, and helpers for hashes.
  module Cluster
    VERSION = '1.2.3'

    class ApiError < StandardError
      attr_reader :code

      def initialize(code, message)
        @code = code
        super("(#{code}) #{message}")
      end
    end

    # Talks to a folder in the place of a server.
    class Client
      class << self
        def instance
          @instance ||= new
        end
      end

      def config
        @config ||= begin
          path = File.join(Puppet[:confdir], 'cluster.yaml')
          Puppet::FileSystem.exist?(path) ? YAML.safe_load(File.read(path)) : {}
        end
      end

      def list(kind)
        raise ApiError.new(403, "#{kind} is forbidden") if config['forbidden'] == kind || File.exist?(File.join(folder, 'forbidden'))

        Dir.glob(File.join(folder, kind, '*.json')).sort.map { |file| JSON.parse(File.read(file)) }
      end

      def put(kind, name, body)
        FileUtils.mkdir_p(File.join(folder, kind))
        File.write(File.join(folder, kind, "#{name}.json"), "#{JSON.generate(body)}\n")
      end

      def delete(kind, name)
        File.delete(File.join(folder, kind, "#{name}.json"))
      rescue Errno::ENOENT
        raise ApiError.new(404, "#{kind} \"#{name}\" not found")
      end

      private

      def folder
        File.join(ENV.fetch('SCRATCH'), 'cluster')
      end
    end

    module Helpers
      def self.included(base)
        base.extend(ClassMethods)
      end

      module ClassMethods
        def api_kind(kind = nil)
          @api_kind = kind if kind
          @api_kind
        end
      end

      def deep_symbolize(object)
        case object
        when Hash then object.each_with_object({}) { |(key, value), made| made[key.to_sym] = deep_symbolize(value) }
        when Array then object.map { |item| deep_symbolize(item) }
        else object
        end
      end

      def camelize(text)
        text.to_s.split('_').each_with_index.map { |word, index| index.zero? ? word : word.capitalize }.join
      end

      def snake(text)
        text.gsub(/([A-Z])/) { "_#{Regexp.last_match(1).downcase}" }
      end
    end
  end
end
