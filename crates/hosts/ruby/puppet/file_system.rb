# frozen_string_literal: true

# Puppet::FileSystem: files by path or Pathname.
module Puppet
  module FileSystem
    extend Bunraku::Unknown

    class << self
      def pathname(path)
        path.is_a?(Pathname) ? path : Pathname.new(path.to_s)
      end

      def path_string(path)
        path.to_s
      end

      def assert_path(path)
        pathname(path)
      end

      def open(path, mode, options, &block)
        File.open(path.to_s, options, mode, &block)
      end

      def exclusive_open(path, mode, options = 'r', timeout = 300)
        deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + timeout
        File.open(path.to_s, options, mode) do |file|
          until file.flock(File::LOCK_EX | File::LOCK_NB)
            if Process.clock_gettime(Process::CLOCK_MONOTONIC) >= deadline
              raise Timeout::Error, "Timeout waiting for exclusive lock on #{path}"
            end

            sleep(0.1)
          end
          Puppet.debug("Locked '#{path}'")
          begin
            yield file
          ensure
            Puppet.debug("Unlocked '#{path}'")
          end
        end
        nil
      end

      def exclusive_create(path, mode, &block)
        File.open(path.to_s, File::CREAT | File::EXCL | File::RDWR, mode, &block)
      end

      def dir(path)
        pathname(path).dirname
      end

      def dir_string(path)
        File.dirname(path.to_s)
      end

      def dir_exist?(path)
        File.directory?(File.dirname(path.to_s))
      end

      def dir_mkpath(path)
        FileUtils.mkdir_p(File.dirname(path.to_s))
      end

      def basename(path)
        File.basename(path.to_s)
      end

      def basename_string(path)
        File.basename(path.to_s)
      end

      def each_line(path, &block)
        File.open(path.to_s) { |file| file.each_line(&block) }
      end

      # `encoding:` is given as Puppet has it.
      def read(path, options = {})
        File.read(path.to_s, **options)
      end

      def read_preserve_line_endings(path)
        File.read(path.to_s, mode: 'rb', encoding: Encoding.default_external)
      end

      def binread(path)
        File.binread(path.to_s)
      end

      def exist?(path)
        File.exist?(path.to_s)
      end

      def directory?(path)
        File.directory?(path.to_s)
      end

      def file?(path)
        File.file?(path.to_s)
      end

      def executable?(path)
        File.executable?(path.to_s)
      end

      def writable?(path)
        File.writable?(path.to_s)
      end

      def touch(path, mtime: nil)
        FileUtils.touch(path.to_s, mtime: mtime)
      end

      def mkpath(path)
        FileUtils.mkdir_p(path.to_s)
      end

      def children(path)
        pathname(path).children
      end

      def symlink(path, dest, options = {})
        FileUtils.symlink(path.to_s, dest.to_s, **options)
      end

      def symlink?(path)
        File.symlink?(path.to_s)
      end

      def readlink(path)
        File.readlink(path.to_s)
      end

      def unlink(*paths)
        File.unlink(*paths.map(&:to_s))
      end

      def stat(path)
        File.stat(path.to_s)
      end

      def lstat(path)
        File.lstat(path.to_s)
      end

      def size(path)
        File.size(path.to_s)
      end

      def compare_stream(path, stream)
        File.open(path.to_s, 'rb') { |file| FileUtils.compare_stream(file, stream) }
      end

      def expand_path(path, dir_string = nil)
        File.expand_path(path.to_s, dir_string)
      end

      def chmod(mode, path)
        File.chmod(mode, path.to_s)
      end

      def replace_file(path, mode = nil, &block)
        Puppet::Util.replace_file(path, mode || 0o644, &block)
      end
    end
  end
end
