# frozen_string_literal: true

# The log as modules ask about it: which level is shown, and lines of their own.
module Puppet
  module Util
    class Log
      class << self
        def level
          Bunraku::Log.level
        end

        def level=(name)
          Bunraku::Log.level = name
        end

        def levels
          Bunraku::Log::ORDER.keys
        end

        def validlevel?(name)
          levels.include?(name.to_sym)
        end

        # `level:`, `message:` and `source:`.
        def create(options)
          Bunraku::Log.line(options.fetch(:level), options.fetch(:message), options[:source])
        end

        def newdestination(_destination)
          nil
        end
      end
    end
  end
end
