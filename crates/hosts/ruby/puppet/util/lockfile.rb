# frozen_string_literal: true

# A lock file.
module Puppet
  module Util
    class Lockfile
      attr_reader :file_path

      def initialize(file_path)
        @file_path = file_path.to_s
      end

      # Returns false if another process holds the lock.
      def lock(data = nil)
        File.open(@file_path, File::WRONLY | File::CREAT | File::EXCL) { |file| file.print(data) if data }
        true
      rescue Errno::EEXIST
        false
      end

      def unlock
        return false unless locked?

        File.unlink(@file_path)
        true
      end

      def locked?
        File.exist?(@file_path)
      end

      def lock_data
        File.read(@file_path) if locked?
      end
    end
  end
end
