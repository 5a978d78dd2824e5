# frozen_string_literal: true

# Definitions that can only be computed by running code: loads type and transport files and returns what they registered.
#
# A file that fails is reported with its error, and the others are still loaded.
require 'puppet/resource_api'

module Bunraku
  module Loading
    class << self
      def load(params)
        errors = []
        before = known
        names = Array(params['names']).map(&:to_s)
        paths = Array(params['paths'])
        schemas = Array(params['transports']).map(&:to_s)
        names.each { |name| attempt("puppet/type/#{name}", errors) { Puppet::ResourceApi.load_definition(name) } }
        schemas.each do |name|
          attempt("puppet/transport/schema/#{name}", errors) { Puppet::ResourceApi::Transport.schema(name) }
        end
        paths.each { |path| attempt(path, errors) { require path } }
        { 'types' => definitions(names, paths, before), 'transports' => transports, 'errors' => errors,
          'legacy' => Puppet::Type.legacy.map(&:to_s) }
      end

      private

      def known
        Puppet::ResourceApi.definitions.keys
      end

      def definitions(names, paths, before)
        wanted = names | (known - before) | paths.map { |path| File.basename(path, '.rb') }
        wanted.map { |name| Puppet::ResourceApi.definitions[name] }.compact.uniq
              .map { |type| Values.encode_definition(without_empty_patterns(type.definition)) }
      end

      # No patterns at all are not an empty list of them.
      def without_empty_patterns(definition)
        definition[:title_patterns] == [] ? definition.reject { |key, _value| key == :title_patterns } : definition
      end

      def transports
        Puppet::ResourceApi::Transport.list.values.map { |schema| Values.encode_definition(schema.definition) }
      end

      def attempt(path, errors)
        yield
      rescue Exception => e # rubocop:disable Lint/RescueException
        described = Errors.describe(e)
        errors << described['data'].merge('path' => path, 'message' => described['message'])
      end
    end
  end
end
