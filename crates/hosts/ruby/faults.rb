# frozen_string_literal: true

# Exceptions of providers as errors of the protocol: message, class, place, and what can be done about it.
#
# Nothing that a provider raises ends the host: `exit`, `throw`, a stack that overflows and missing files become errors of the
# call in which they happened. Frames of this program are left out of backtraces.
module Bunraku
  module Faults
    # The code of every error that Ruby code of a module caused.
    PROVIDER_ERROR = -32_000

    module_function

    # The `error` member of a response.
    def describe(exception)
      backtrace = frames(exception)
      file, line = place(exception, backtrace)
      data = { 'kind' => kind(exception), 'class' => exception.class.name || exception.class.to_s,
               'backtrace' => backtrace }
      data['file'] = file if file
      data['line'] = line if line
      hint = hint(exception)
      data['hint'] = hint if hint
      data['code'] = exception.status if exception.is_a?(SystemExit)
      wrapped = wrapped(exception)
      data['wrapped'] = wrapped unless wrapped.empty?
      data['standard'] = exception.is_a?(StandardError)
      { 'code' => PROVIDER_ERROR, 'message' => message(exception), 'data' => data }
    end

    # What an exception of Puppet is about: its `original`, and what that is about, not too deep.
    def wrapped(exception)
      found = []
      while found.length < 16 && exception.respond_to?(:original) && (exception = exception.original).is_a?(Exception)
        found << { 'message' => message(exception), 'backtrace' => frames(exception) }
      end
      found
    end

    # The Ruby message as valid UTF-8; a few exceptions have none that says what happened.
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

    # File and line where it happened: a syntax error names them only in its message.
    def place(exception, backtrace)
      source = exception.is_a?(SyntaxError) ? exception.message : backtrace.find { |frame| !frame.start_with?('<internal:') }
      match = /\A(?<file>[^\n]+?):(?<line>\d+)(?::|\z)/.match(source.to_s)
      match && [match[:file], match[:line].to_i]
    end

    def kind(exception)
      case exception
      when LoadError then 'missing_dependency'
      else 'failed'
      end
    end

    # What a person can do about it.
    def hint(exception)
      return nil unless exception.is_a?(LoadError) && exception.respond_to?(:path) && exception.path

      Requiring.hint(exception.path)
    end
  end
end
