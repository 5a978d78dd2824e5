# frozen_string_literal: true

# Requests of this host to the runtime. Answers that cannot change are cached.
module Bunraku
  module Runtime
    @facts = {}
    @checks = {}
    @types = {}
    # Limit of the cache of type checks: module code checks the same few values again and again.
    MAX_CHECKS = 10_000

    class << self
      # Returns the value of a fact; `os.family` is a value inside of a structured fact.
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

      # Returns a variable of the manifest; if the runtime does not provide variables, only facts are variables.
      def variable(name)
        answer = optional('runtime.variable', 'name' => name)
        return Values.decode(value_of(answer)) if answer

        name == 'facts' ? Facter.to_hash : fact(name)
      end

      # Returns the variables with these names that are set, or all variables.
      def variables(names = nil)
        return {} if names && names.empty?

        answer = optional('runtime.variables', names ? { 'names' => names } : {})
        Values.decode(value_of(answer)) || {}
      end

      def set_variable(name, value)
        Wire.request('runtime.set_variable', 'name' => name, 'value' => Values.encode(value))
      end

      # Replaces the value of a variable, because code modified the object itself.
      def replace_variable(name, value)
        Wire.request('runtime.replace_variable', 'name' => name, 'value' => Values.encode(value))
      end

      # Returns nil if the value matches the type, else the mismatch.
      def mismatch(type, value)
        encoded = Values.encode(value)
        key = [type, encoded]
        return @checks[key] if @checks.key?(key)

        answer = Wire.request('runtime.type_check', 'type' => type, 'value' => encoded)
        @checks.clear if @checks.size >= MAX_CHECKS
        @checks[key] = answer['ok'] ? nil : (answer['message'] || "expects a #{type} value")
      end

      # Returns facts about a type expression; raises if it is invalid.
      def type(expression)
        @types[expression] ||= Wire.request('runtime.type_parse', 'type' => expression)
      end

      # Returns the definition of a type that is written in the Puppet language, or nil.
      def definition(name)
        Values.decode(value_of(optional('runtime.type_definition', 'name' => name)))
      end

      # Registers secrets with the runtime, which redacts them.
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

      # Returns nil if the runtime does not support the request, or if there is no runtime.
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
