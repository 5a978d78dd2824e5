# frozen_string_literal: true

# Converts exceptions of providers to errors of the protocol: message, class, location, and a hint.
#
# Nothing that a provider raises ends the host: `exit`, `throw`, a stack overflow and missing files become errors of the call
# in which they happened. Backtraces omit the frames of this program.
module Bunraku
  module Errors
    # The code of every error that Ruby code of a module caused.
    PROVIDER_ERROR = -32_000

    module_function

    # The `error` member of a response.
    def describe(exception)
      backtrace = frames(exception)
      file, line = location(exception, backtrace)
      data = { 'kind' => kind(exception), 'class' => exception.class.name || exception.class.to_s,
               'backtrace' => backtrace }
      data['file'] = file if file
      data['line'] = line if line
      hint = hint(exception)
      data['hint'] = hint if hint
      data['code'] = exception.status if exception.is_a?(SystemExit)
      wrapped = wrapped(exception)
      data['wrapped'] = wrapped unless wrapped.empty?
      passed_on = passed_on(exception)
      data['passed_on'] = passed_on if passed_on
      data['standard'] = exception.is_a?(StandardError)
      { 'code' => PROVIDER_ERROR, 'message' => message(exception), 'data' => data }
    end

    # The number of the runtime's error, if that is what ended the code.
    def passed_on(exception)
      return nil unless exception.is_a?(Wire::RemoteError) || exception.is_a?(Wire::FunctionFailed)

      exception.data && exception.data['passed_on']
    end

    # The causes of an exception of Puppet: its `original`, and so on, up to a limit.
    def wrapped(exception)
      found = []
      while found.length < 16 && exception.respond_to?(:original) && (exception = exception.original).is_a?(Exception)
        found << { 'message' => message(exception), 'backtrace' => frames(exception) }
      end
      found
    end

    # The Ruby message as valid UTF-8; a few exceptions need a clearer one.
    def message(exception)
      text =
        case exception
        when SystemExit then "exit was called with status #{exception.status}"
        else exception.to_s
        end
      Values.text(text)
    rescue Exception => e # rubocop:disable Lint/RescueException
      "#{exception.class} (its message cannot be read: #{e.class})"
    end

    # The backtrace without the frames of this program.
    def frames(exception)
      (exception.backtrace || []).reject { |frame| frame.start_with?(FILE_PREFIX) || frame.start_with?('-e:') }
                                 .map { |frame| Values.text(frame) }
    end

    # File and line of the error: a syntax error has them only in its message.
    def location(exception, backtrace)
      source = exception.is_a?(SyntaxError) ? exception.message : backtrace.find { |frame| !frame.start_with?('<internal:') }
      match = /\A(?<file>[^\n]+?):(?<line>\d+)(?::|\z)/.match(source.to_s)
      match && [match[:file], match[:line].to_i]
    end

    def kind(exception)
      return 'not_suitable' if defined?(Installed::Missing) && exception.is_a?(Installed::Missing)

      case exception
      when LoadError then 'missing_dependency'
      else 'failed'
      end
    end

    # What the operator can do about it.
    def hint(exception)
      return nil unless exception.is_a?(LoadError) && exception.respond_to?(:path) && exception.path

      Requiring.hint(exception.path)
    end
  end
end
