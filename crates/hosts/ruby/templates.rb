# frozen_string_literal: true

# ERB templates, filled in with the scope of the manifest around them.
#
#   template.render {text, path?}   what the template gives
require 'erb'
Bunraku.embedded('functions.rb')
Bunraku.embedded('scope.rb')

module Puppet
  module Parser
    # What `self` is in a template. Variables of the manifest are instance variables: those that the text mentions.
    class TemplateWrapper
      def initialize(scope, file = nil)
        @__scope__ = scope
        @__file__ = file
      end

      def scope
        @__scope__
      end

      def file
        @__file__
      end
      alias __file__ file

      # Whether a variable is set.
      def has_variable?(name)
        scope.include?(name.to_s)
      end

      def result(text)
        names = text.scan(/@([a-z_]\w*)/).flatten.uniq
        variables = Bunraku::Runtime.variables(names)
        before = variables.select { |_, value| [Array, Hash, String].include?(value.class) }
        before = before.transform_values { |value| Bunraku::Values.encode(value) }
        variables.each { |name, value| instance_variable_set("@#{name}", value) }
        template = ERB.new(text, trim_mode: '-')
        template.filename = file if file
        result = template.result(binding)
        return_changes(variables, before)
        result
      end

      # What a template changes of the collections and texts around it, the manifest sees.
      def return_changes(variables, before)
        before.each do |name, encoded|
          Bunraku::Runtime.replace_variable(name, variables[name]) if Bunraku::Values.encode(variables[name]) != encoded
        end
      end

      def to_s
        "template[#{file || 'inline'}]"
      end
    end
  end
end

module Bunraku
  module Templates
    def self.render(params)
      wrapper = Puppet::Parser::TemplateWrapper.new(Puppet::Parser::Scope.new(params['scope']), params['path'])
      { 'value' => Values.text(wrapper.result(params.fetch('text').dup)) }
    end
  end
end
