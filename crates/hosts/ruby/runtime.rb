# frozen_string_literal: true

# Questions that this host has for the runtime, with the answers that cannot change kept.
module Bunraku
  module Runtime
    @facts = {}
    @checks = {}
    @types = {}
    # Answers of type checks that are kept; module code checks the same few values over and over.
    MAX_CHECKS = 10_000

    class << self
      # The value of a fact; `os.family` reaches into structured ones.
      def fact(name)
        name = name.to_s.downcase
        return @facts[name] if @facts.key?(name)

        @facts[name] = Values.decode(value_of(optional('runtime.fact', 'name' => name)))
      end

      def forget_facts
        @facts.clear
      end

      def forget_fact(name)
        @facts.delete(name.to_s.downcase)
      end

      def set_fact(name, value)
        @facts[name.to_s.downcase] = value
      end

      def setting(name)
        Values.decode(value_of(optional('runtime.setting', 'name' => name.to_s)))
      end

      # A variable of the manifest; where the runtime does not tell them, facts are the variables that there are.
      def variable(name)
        answer = optional('runtime.variable', 'name' => name)
        return Values.decode(value_of(answer)) if answer

        name == 'facts' ? Facter.to_hash : fact(name)
      end

      # The variables of these names that are set, or all of them.
      def variables(names = nil)
        return {} if names && names.empty?

        answer = optional('runtime.variables', names ? { 'names' => names } : {})
        Values.decode(value_of(answer)) || {}
      end

      def set_variable(name, value)
        Wire.request('runtime.set_variable', 'name' => name, 'value' => Values.encode(value))
      end

      # Puts a value in place of that of a variable: code changed the object itself.
      def replace_variable(name, value)
        Wire.request('runtime.replace_variable', 'name' => name, 'value' => Values.encode(value))
      end

      # nil when the value fits the type, else what is wrong with it.
      def mismatch(type, value)
        encoded = Values.encode(value)
        key = [type, encoded]
        return @checks[key] if @checks.key?(key)

        answer = Wire.request('runtime.type_check', 'type' => type, 'value' => encoded)
        @checks.clear if @checks.size >= MAX_CHECKS
        @checks[key] = answer['ok'] ? nil : (answer['message'] || "expects a #{type} value")
      end

      # What is known about a type expression; raises when it is none.
      def type(expression)
        @types[expression] ||= Wire.request('runtime.type_parse', 'type' => expression)
      end

      # The definition of a type that is written in the language of manifests; nil when there is none.
      def definition(name)
        Values.decode(value_of(optional('runtime.type_definition', 'name' => name)))
      end

      # Tells the runtime what must not be shown.
      def keep_secret(value)
        sensitive = Puppet::Pops::Types::PSensitiveType::Sensitive
        Wire.notify('secret', 'value' => Values.encode(value.is_a?(sensitive) ? value : sensitive.new(value)))
      end

      def instances(type)
        Wire.request('runtime.instances', 'type' => type)['resources']
      end

      def catalog(query = {})
        Wire.request('runtime.catalog', query)['resources']
      end

      def call_function(name, arguments)
        answer = Wire.request('runtime.call_function', 'name' => name.to_s, 'args' => Values.encode(arguments))
        Values.decode(value_of(answer))
      end

      def call_block(id, arguments)
        Values.decode(value_of(Wire.request('runtime.call_block', 'id' => id, 'args' => Values.encode(arguments))))
      end

      private

      def value_of(answer)
        answer.is_a?(Hash) && answer.key?('value') ? answer['value'] : nil
      end

      # nil when the runtime does not know the question, or there is nobody to ask.
      def optional(method, params)
        return nil unless Wire.owner?

        Wire.request(method, params)
      rescue Wire::RemoteError => e
        raise unless e.code == Wire::METHOD_NOT_FOUND

        nil
      end
    end
  end
end
