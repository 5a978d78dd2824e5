# frozen_string_literal: true

# YAML as Puppet reads and writes it: only classes that the caller names are made.
module Puppet
  module Util
    module Yaml
      class YamlLoadError < Puppet::Error; end

      # Everything that reading can raise about the text.
      YamlLoadExceptions = [::StandardError].freeze

      module_function

      def safe_load(yaml, allowed_classes = [], filename = nil)
        document =
          if Psych::VERSION >= '3.1.0'
            YAML.safe_load(yaml, permitted_classes: allowed_classes, aliases: true, filename: filename)
          else
            YAML.safe_load(yaml, allowed_classes, [], true, filename)
          end
        document.nil? ? false : document
      rescue ::Psych::DisallowedClass => e
        raise YamlLoadError.new("(#{filename || '<unknown>'}): #{e.message}", e)
      rescue ::Psych::SyntaxError, ::Psych::BadAlias => e
        raise YamlLoadError.new(e.message, e)
      end

      def safe_load_file(filename, allowed_classes = [])
        safe_load(File.read(filename.to_s, encoding: 'bom|utf-8'), allowed_classes, filename)
      end

      def safe_load_file_if_valid(filename, allowed_classes = [])
        safe_load_file(filename, allowed_classes)
      rescue YamlLoadError, ArgumentError, SystemCallError => e
        Puppet.debug("Could not retrieve YAML content from '#{filename}': #{e.message}")
        nil
      end

      def dump(structure, filename)
        Puppet::Util.replace_file(filename, 0o660) { |file| YAML.dump(structure, file) }
      end
    end
  end
end
