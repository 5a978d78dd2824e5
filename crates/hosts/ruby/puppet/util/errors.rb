# frozen_string_literal: true

# Methods that raise Puppet's errors, to be included.
module Puppet
  module Util
    module Errors
      extend self

      def fail(*arguments)
        error_class = arguments.first.is_a?(Class) ? arguments.shift : Puppet::Error
        raise adderrorcontext(error_class.new(*arguments))
      end

      def devfail(message)
        fail(Puppet::DevError, message)
      end

      # Puts file and line of the receiver into an error, where it has them.
      def adderrorcontext(error, other = nil)
        error.line ||= line if error.respond_to?(:line=) && respond_to?(:line) && line
        error.file ||= file if error.respond_to?(:file=) && respond_to?(:file) && file
        error.original ||= other.original if error.respond_to?(:original=) && other.respond_to?(:original)
        error.set_backtrace(other.backtrace) if other && other.respond_to?(:backtrace) && other.backtrace
        error
      end

      def self.error_location(file, line = nil, column = nil)
        location = [file && "file: #{file}", line && "line: #{line}", column && "column: #{column}"].compact
        location.empty? ? '' : "(#{location.join(', ')})"
      end

      def error_context
        ''
      end

      # Runs a block and raises what it raises as an error of the wanted class.
      def exceptwrap(options = {})
        wanted = options[:type] || Puppet::DevError
        begin
          yield
        rescue Puppet::Error => e
          raise adderrorcontext(e)
        rescue StandardError => e
          text = options[:message] || "#{self.class} failed with error #{e.class}: #{e}"
          raise adderrorcontext(wanted.new(text), e)
        end
      end
    end
  end
end
