# frozen_string_literal: true

# Values that Puppet keeps for a while under a name, as `Puppet.lookup` finds them.
module Puppet
  module Context
    class UndefinedBindingError < Puppet::Error; end

    # The environment of the run, as far as modules ask.
    Environment = Struct.new(:name, :modulepath) do
      def to_s
        name.to_s
      end
    end

    @stack = [{}]

    class << self
      def lookup(name)
        key = name.to_sym
        frame = @stack.reverse_each.find { |bindings| bindings.key?(key) }
        return value(frame[key]) if frame
        return environment if %i[current_environment environments].include?(key)
        return yield if block_given?

        raise UndefinedBindingError, "Unable to lookup '#{name}'"
      end

      def override(bindings)
        push(bindings)
        yield
      ensure
        pop
      end

      def push(bindings)
        @stack.push(bindings)
      end

      def pop
        @stack.pop if @stack.length > 1
      end

      private

      def value(bound)
        bound.is_a?(Proc) ? bound.call : bound
      end

      def environment
        @environment ||= Environment.new((Puppet[:environment] || '*root*').to_sym,
                                         Puppet[:modulepath].to_s.split(File::PATH_SEPARATOR))
      end
    end
  end
end
