# frozen_string_literal: true

# The context that providers get in a run: its lines are those of the run, its failures those of the `set` at hand.
module Puppet
  module ResourceApi
    class PuppetContext < BaseContext
      def device
        Puppet::Util::NetworkDevice.current || raise('no device configured')
      end

      def transport
        device.transport
      end

      def send_log(level, message)
        Bunraku::Log.line(level, message)
      end

      # Runs a `set` of these names and reports to the runtime which of them failed.
      def during_set(names, noop)
        @failed_names = []
        @set_names = names
        @noop = noop
        yield
        @failed_names
      ensure
        @noop = false
        @set_names = nil
      end

      private

      def record_failure(titles)
        super
        return unless @set_names

        names = titles.is_a?(Array) ? titles.flatten.compact : [titles]
        @failed_names.concat(names)
      end
    end
  end
end
