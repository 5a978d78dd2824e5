# frozen_string_literal: true

# A context of its own, for scripts and tests: its lines go to a stream.
module Puppet
  module ResourceApi
    class IOContext < BaseContext
      attr_reader :target

      def initialize(definition, target = $stderr)
        super(definition)
        @target = target
      end

      def send_log(level, message)
        @target.puts("#{level}: #{message}")
      end
    end
  end
end
