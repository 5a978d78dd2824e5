# frozen_string_literal: true

# JSON as Puppet reads and writes it.
module Puppet
  module Util
    module Json
      class ParseError < StandardError
        attr_reader :cause, :data

        def self.build(original, data)
          new(original.message).tap do |error|
            error.instance_variable_set(:@cause, original)
            error.instance_variable_set(:@data, data)
          end
        end
      end

      module_function

      def load(text, options = {})
        return nil if text.to_s.empty?

        JSON.parse(text, create_additions: false, **options.transform_keys(&:to_sym))
      rescue JSON::ParserError => e
        raise ParseError.build(e, text)
      end

      def load_file(path, options = {})
        load(File.read(path.to_s, encoding: 'bom|utf-8'), options)
      end

      # nil, with a line in the log, when the file cannot be read.
      def load_file_if_valid(path, options = {})
        load_file(path, options)
      rescue ParseError, SystemCallError => e
        Puppet.debug("Could not retrieve JSON content from '#{path}': #{e.message}")
        nil
      end

      def dump(object, options = {})
        options[:pretty] ? JSON.pretty_generate(object) : JSON.generate(object)
      end
    end
  end
end
