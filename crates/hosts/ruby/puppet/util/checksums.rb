# frozen_string_literal: true

# Checksums of texts and files.
module Puppet
  module Util
    module Checksums
      DIGESTS = { md5: 'MD5', sha1: 'SHA1', sha224: 'SHA224', sha256: 'SHA256', sha384: 'SHA384', sha512: 'SHA512' }.freeze
      # How much of a file the `lite` forms read.
      LITE = 512

      module_function

      def known_checksum_types
        %i[sha256 sha256lite md5 md5lite sha1 sha1lite sha512 sha384 sha224 mtime ctime none]
      end

      # `{sha256}…`
      def checksum?(text)
        /\A\{(\w{3,9})\}\S+/.match?(text.to_s)
      end

      def sumdata(checksum)
        checksum.to_s[/\A\{\w+\}(.+)/, 1]
      end

      def sumtype(checksum)
        checksum.to_s[/\A\{(\w+)\}/, 1]
      end

      def self.digest(name)
        name == :sha224 || name == :sha384 || name == :sha512 ? OpenSSL::Digest.new(DIGESTS[name]) : Digest(DIGESTS[name]).new
      end

      def self.Digest(name)
        ::Digest.const_get(name)
      end

      DIGESTS.each_key do |name|
        [name, :"#{name}lite"].each do |form|
          lite = form != name
          define_method(form) do |content|
            Checksums.digest(name).update(lite ? content[0, LITE] : content).hexdigest
          end
          define_method(:"#{form}_file") do |path, lite_read = lite|
            content = lite_read ? File.binread(path.to_s, LITE) : File.binread(path.to_s)
            Checksums.digest(name).update(content || '').hexdigest
          end
          module_function form, :"#{form}_file"
        end
      end

      def mtime_file(path, _lite = false)
        File.stat(path.to_s).mtime
      end

      def ctime_file(path, _lite = false)
        File.stat(path.to_s).ctime
      end

      def none(_content)
        ''
      end
    end
  end
end
