# frozen_string_literal: true

# Log lines on their way to the runtime, which prints them and puts them into the report.
#
# Lines below the level of the run are not even sent. A forked process cannot speak the protocol: its lines go where it prints.
module Bunraku
  module Log
    ORDER = { debug: 0, info: 1, notice: 2, warning: 3, err: 4, alert: 5, emerg: 6, crit: 7 }.freeze
    LABELS = { debug: 'Debug', info: 'Info', notice: 'Notice', warning: 'Warning', err: 'Error', alert: 'Alert',
               emerg: 'Emergency', crit: 'Critical' }.freeze

    @threshold = ORDER[:notice]
    @once = {}

    class << self
      # The lowest level that is shown.
      def level=(name)
        name = name.to_s.sub(/\Aerror\z/, 'err').to_sym
        @threshold = ORDER.fetch(name, ORDER[:notice])
      end

      def level
        ORDER.key(@threshold)
      end

      def shown?(level)
        ORDER.fetch(level.to_sym, 2) >= @threshold
      end

      # Sends one line; without a source it belongs to the run itself.
      def line(level, message, source = nil)
        return unless shown?(level)

        text = Values.text(message.to_s)
        return print_line(level, text) unless Wire.owner?

        params = { 'level' => level.to_s, 'message' => text }
        params['source'] = Values.text(source.to_s) if source
        Wire.notify('log', params)
        nil
      end

      # A line as modules give it: there must be a text and a level that exists.
      def message(level, given, source)
        raise Puppet::DevError, "Invalid log level #{level}" unless ORDER.key?(level.to_sym)
        raise ArgumentError, 'Puppet::Util::Log requires a message' if given.nil?

        line(level, given.is_a?(Array) ? given.join(' ') : given, source)
      end

      # Whether this is the first time that the key is seen in this process.
      def once?(key)
        return false if @once.key?(key)

        @once[key] = true
      end

      private

      def print_line(level, text)
        $stdout.write("#{LABELS.fetch(level.to_sym, level)}: #{text}\n")
        $stdout.flush
      end
    end
  end
end
