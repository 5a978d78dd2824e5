# frozen_string_literal: true

# Warnings that are given once.
module Puppet
  module Util
    module Warnings
      module_function

      def warnonce(message)
        once(message) { Puppet.warning(message) }
      end

      def notice_once(message)
        once(message) { Puppet.notice(message) }
      end

      def debug_once(message)
        once(message) { Puppet.debug(message) }
      end

      def clear_warnings
        nil
      end

      def once(message)
        yield if Bunraku::Log.once?([:warnings, message])
        nil
      end
      private_class_method :once
    end
  end
end
