# frozen_string_literal: true

# Log methods, to be included: the receiver is the source of the line, as in Puppet.
module Puppet
  module Util
    module Logging
      LEVELS = %i[debug info notice warning err alert emerg crit].freeze

      def debug(*arguments)
        return unless Bunraku::Log.shown?(:debug)

        message = arguments.empty? && block_given? ? yield : arguments.join(' ')
        send_log(:debug, message)
      end

      (LEVELS - [:debug]).each do |level|
        define_method(level) { |message| send_log(level, message) }
      end

      def send_log(level, message)
        Bunraku::Log.message(level, message, log_source_name)
      end

      # `message` may be :default (the message of the exception) or a text. The backtrace follows where it is wanted.
      def log_exception(exception, message = :default, options = {})
        level = options[:level] || :err
        text = format_exception(exception, message, Puppet[:trace] || options[:trace])
        Puppet.send_log(level, text)
      end

      def format_exception(exception, message = :default, trace = true)
        lines = []
        case message
        when :default then lines << exception.message
        when nil then nil
        else lines << message
        end
        lines << format_backtrace(exception) if trace && exception.backtrace
        original = exception.respond_to?(:original) ? exception.original : nil
        if original
          lines << 'Wrapped exception:'
          lines << format_exception(original, :default, trace)
        end
        lines.compact.join("\n")
      end

      def format_backtrace(exception_or_trace)
        trace = exception_or_trace.respond_to?(:backtrace) ? exception_or_trace.backtrace : exception_or_trace
        (trace || []).reject { |frame| frame.start_with?(Bunraku::FILE_PREFIX) }.join("\n")
      end

      def log_and_raise(exception, message)
        log_exception(exception, message)
        raise exception, "#{message}\n#{exception}", exception.backtrace
      end

      # The same text under the same key is logged once in a run.
      def warn_once(kind, key, message, file = nil, line = nil, level = :warning)
        return unless Bunraku::Log.once?([kind, key])

        Puppet.send_log(level, message + place_of(file, line))
      end

      def debug_once(message)
        Puppet.debug(message) if Bunraku::Log.once?([:debug, message])
      end

      def deprecation_warning(message, key = nil)
        frame = caller.find { |line| !line.start_with?(Bunraku::FILE_PREFIX) }
        issue_deprecation_warning(message, key, frame)
      end

      def puppet_deprecation_warning(message, options = {})
        key = options[:key] || message
        location = options[:file] && options[:line] ? "file: #{options[:file]}, line: #{options[:line]}" : nil
        return unless Bunraku::Log.once?([:deprecation, key])

        Puppet.warning(location ? "#{message}\n   (#{location})" : message)
      end

      def clear_deprecation_warnings
        nil
      end

      private

      # `:default` for both omits the location.
      def place_of(file, line)
        return '' if file == :default && line == :default

        location = []
        location << "file: #{file}" if file && file != :default
        location << "line: #{line}" if line && line != :default
        "\n   (#{location.empty? ? 'file & line not available' : location.join(', ')})"
      end

      def issue_deprecation_warning(message, key, frame)
        return unless Bunraku::Log.once?([:deprecation, key || frame])

        Puppet.warning(frame ? "#{message}\n   (location: #{frame})" : message)
      end

      def log_source_name
        equal?(Puppet) ? 'Puppet' : to_s
      end
    end
  end
end
