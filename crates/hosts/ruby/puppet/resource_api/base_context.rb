# frozen_string_literal: true

# The context of a provider: log lines about its type and its resources, and what it may ask about them.
#
# Lines begin with the type, or with the resources of the block that is active. Blocks can be nested; the outer one is active
# again when the inner one ends. A block that raises is logged, and its resources count as failed.
module Puppet
  module ResourceApi
    class BaseContext
      # The definition of the type (of the transport).
      attr_reader :type

      LEVELS = %i[debug info notice warning err].freeze
      ACTIONS = { creating: 'Creating', updating: 'Updating', deleting: 'Deleting' }.freeze
      DONE = { created: 'Created', updated: 'Updated', deleted: 'Deleted' }.freeze

      def initialize(definition)
        unless definition.is_a?(BaseTypeDefinition)
          raise ArgumentError, 'BaseContext requires definition to be a child of ' \
                               "Puppet::ResourceApi::BaseTypeDefinition, not <#{definition.class}>"
        end
        @type = definition
        @typename = definition.name
        @prefix = nil
        @active_titles = nil
        @failed = nil
        @noop = false
      end

      def device
        raise 'Received device() on an unprepared BaseContext. Use a PuppetContext instead.'
      end

      def transport
        raise 'No transport available.'
      end

      # Whether a failure was recorded since the last reset.
      def failed?
        @failed
      end

      def reset_failed
        @failed = false
      end

      # Whether the change must only be reported, not made.
      def noop?
        @noop
      end

      def feature_support?(feature)
        Puppet.deprecation_warning('context.feature_support? is deprecated. ' \
                                   'Please use context.type.feature? instead.')
        type.feature?(feature)
      end

      LEVELS.each do |level|
        # (message), (titles, message), or (titles, message: text).
        define_method(level) do |*arguments, message: nil|
          send_log(level, format_message(arguments, message))
        end
      end
      alias error err

      ACTIONS.each do |method, word|
        define_method(method) do |titles, message: word, &block|
          # Puppet calls the block here, and yields to it elsewhere: without one the errors are not the same.
          block_context(titles, message, nil, -> { block.call }) do |seconds|
            send_log(:notice, "#{@prefix}: Finished in #{seconds} seconds")
          end
        end
      end

      # A block about resources that fail in any case.
      def failing(titles, message: 'Failing', &block)
        block_context(titles, message, nil, block) do |seconds|
          send_log(:warning, "#{@prefix}: Finished failing in #{seconds} seconds")
          record_failure(titles)
        end
      end

      def processing(title, is, should, positional = 'Processing', message: positional, &block)
        single(title, :processing)
        opening = "Starting processing of #{title} from #{is} to #{should}"
        failure = ->(seconds, error) { "Failed processing #{title} after #{seconds} seconds: #{error}" }
        block_context(title, message, opening, block, failure) do |seconds|
          send_log(:notice, "#{@prefix}: Finished processing #{title} in #{seconds} seconds: #{should}")
        end
      end

      DONE.each do |method, word|
        define_method(method) do |titles, message: word|
          send_log(:notice, "#{prefix}: #{message}: #{titles}")
        end
      end
      alias changed updated

      def processed(title, is, should)
        single(title, :processed)
        send_log(:notice, "#{prefix}: Processed #{title} from #{is} to #{should}")
      end

      def failed(titles, message: 'Updating has failed')
        send_log(:err, "#{subject(titles)}: #{message}")
        record_failure(titles)
      end

      # Nothing had to be done, so nothing is logged.
      def unchanged(_titles, message: 'Unchanged') # rubocop:disable Lint/UnusedMethodArgument
        nil
      end

      # Ends the block at hand with an error.
      def fail(message)
        raise message
      end

      # (title, attribute, is, should), or (attribute, is, should) inside a block about one resource.
      def attribute_changed(*arguments, message: nil)
        arguments = [@active_titles, *arguments] if arguments.length == 3 && @prefix
        unless arguments.length == 4
          raise ArgumentError, "wrong number of arguments (given #{arguments.length}, expected 4)"
        end

        title, attribute, is, should = arguments
        single(title, :attribute_changed)
        text = "#{prefix}: #{title}: attribute '#{attribute}' changed from #{printed(is)} to #{printed(should)}"
        send_log(:notice, message ? "#{text}: #{message}" : text)
      end

      def log_exception(exception, message: 'Error encountered', trace: false)
        text = "#{prefix}: #{message}: #{exception.message}"
        text = [text, *Bunraku::Errors.frames(exception)].join("\n") if trace
        send_log(:err, text)
      end

      def send_log(_level, _message)
        raise 'Received send_log() on an unprepared BaseContext. Use IOContext, or PuppetContext instead.'
      end

      private

      # The type, or the resources and the action of the block at hand.
      def prefix
        @prefix || @typename.to_s
      end

      def format_message(arguments, message)
        return "#{subject(arguments.first)}: #{message}" if message && arguments.length == 1

        arguments += [message] if message
        case arguments.length
        when 0 then ''
        when 1 then "#{prefix}: #{arguments.first}"
        when 2 then "#{subject(arguments.first)}: #{arguments.last}"
        else arguments.map(&:to_s).join(', ')
        end
      end

      # `type[title, title]`.
      def subject(titles)
        case titles
        when nil then @typename.to_s
        when Array
          shown = titles.flatten.compact
          shown.empty? ? @typename.to_s : "#{@typename}[#{shown.join(', ')}]"
        else "#{@typename}[#{titles}]"
        end
      end

      def block_context(titles, message, opening, block, failure = nil)
        outer_prefix = @prefix
        outer_titles = @active_titles
        start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        @prefix = "#{subject(titles)}: #{message}"
        @active_titles = titles
        send_log(:debug, "#{@prefix}: #{opening || 'Start'}")
        begin
          raise LocalJumpError, 'no block given (yield)' unless block

          block.call
          yield seconds_since(start)
        rescue StandardError => e
          seconds = seconds_since(start)
          report_failure(e, failure ? failure.call(seconds, e.message) : "Failed after #{seconds} seconds: #{e.message}")
          record_failure(titles)
        end
        nil
      ensure
        @prefix = outer_prefix
        @active_titles = outer_titles
      end

      def report_failure(exception, text)
        text = "#{@prefix}: #{text}"
        text = [text, *Bunraku::Errors.frames(exception)].join("\n") if Puppet[:trace]
        send_log(:err, text)
      end

      def record_failure(_titles)
        @failed = true
      end

      def seconds_since(start)
        seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
        format(seconds < 1 ? '%.6f' : '%.2f', seconds)
      end

      # Lists are refused; a hash is one title when it has exactly the namevars of the type.
      def single(title, method)
        return if title.is_a?(Hash) && title.keys.map(&:to_s).sort == type.namevars.map(&:to_s).sort
        return unless title.respond_to?(:each)

        raise "#{method} only accepts a single resource title"
      end

      # nil and false are `nil`, numbers are bare, everything else is quoted.
      def printed(value)
        return 'nil' unless value

        value.is_a?(Numeric) ? value.to_s : "'#{value}'"
      end
    end
  end
end
