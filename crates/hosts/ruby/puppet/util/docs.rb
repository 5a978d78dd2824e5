# frozen_string_literal: true

# Documentation of types and providers of the legacy API, which this host only stores.
module Puppet
  module Util
    module Docs
      def desc(text)
        @doc = text
      end

      def doc
        Docs.scrub(@doc.to_s)
      end

      # Takes the indentation of all lines but the first away, and what is empty at the end.
      def self.scrub(text)
        indent = text.lines.drop(1).reject { |line| line.strip.empty? }.map { |line| line[/\A */].length }.min || 0
        text.lines.each_with_index.map { |line, index| index.zero? ? line : line.sub(/\A {0,#{indent}}/, '') }.join.rstrip
      end
    end
  end
end
