# frozen_string_literal: true

# The exceptions of Puppet that modules raise and rescue.
module Puppet
  class Error < RuntimeError
    # The exception that caused this one.
    attr_accessor :original

    def initialize(message, original = nil)
      super(message)
      @original = original
    end
  end

  # Errors with a location in a file. The location is part of the message, if it is known.
  module ExternalFileError
    attr_accessor :line, :file, :pos

    def initialize(message, file = nil, line = nil, pos = nil, original = nil)
      if pos.is_a?(Exception)
        original = pos
        pos = nil
      end
      super(message, original)
      @file = file unless file.is_a?(String) && file.empty?
      @line = line
      @pos = pos
    end

    def to_s
      text = super
      location = []
      location << "file: #{@file}" if @file
      location << "line: #{@line}" if @line
      location << "column: #{@pos}" if @line && @pos
      location.empty? ? text : "#{text} (#{location.join(', ')})"
    end
  end

  class ParseError < Error
    include ExternalFileError
  end

  class ResourceError < Error
    include ExternalFileError
  end

  # A mistake of the author of the type or the provider.
  class DevError < Error
    include ExternalFileError
  end

  class ErrorWithData < Error
    attr_reader :error_data

    def initialize(message, original = nil, error_data: nil, **data)
      super(message, original)
      @error_data = error_data || data
    end
  end

  class PreformattedError < ParseError; end

  class ParseErrorWithIssue < ParseError
    attr_reader :issue_code, :basic_message, :arguments

    def initialize(message, file = nil, line = nil, pos = nil, original = nil, issue_code = nil, arguments = nil)
      super(message, file, line, pos, original)
      @basic_message = message
      @issue_code = issue_code
      @arguments = arguments
    end
  end

  class AlreadyImportedError < Error; end
  class ImportError < Error; end
  class LockError < Error; end
  class MissingCommand < Error; end

  # A command that did not end well.
  class ExecutionFailure < Error; end
end
