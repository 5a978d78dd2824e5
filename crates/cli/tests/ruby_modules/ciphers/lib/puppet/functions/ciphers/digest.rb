# Needs a library in C: no interpreter but Ruby itself can run it.
require 'openssl'

Puppet::Functions.create_function(:'ciphers::digest') do
  dispatch :run do
    param 'String[1]', :text
    optional_param 'Enum[sha1, sha256]', :kind
    optional_block_param 'Callable[1, 1]', :block
    return_type 'String'
  end

  dispatch :several do
    repeated_param 'Array[String]', :texts
  end

  def run(text, kind = 'sha256')
    digest = OpenSSL::Digest.new(kind).hexdigest(text)[0, 8]
    digest = yield(digest) if block_given?
    call_function('upcase', digest)
  end

  def several(*texts)
    texts.map { |all| all.to_h { |text| [text, run(text)] } }
  end
end
