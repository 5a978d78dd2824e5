# frozen_string_literal: true

# What kind of machine this is.
module Puppet
  module Util
    module Platform
      FIPS_STATUS_FILE = '/proc/sys/crypto/fips_enabled'

      module_function

      def windows?
        false
      end

      def solaris?
        RUBY_PLATFORM.include?('solaris')
      end

      def jruby?
        RUBY_PLATFORM == 'java'
      end

      def default_paths
        %w[/usr/sbin /sbin]
      end

      def fips_enabled?
        File.exist?(FIPS_STATUS_FILE) && File.read(FIPS_STATUS_FILE, 1) == '1'
      end
    end
  end
end
