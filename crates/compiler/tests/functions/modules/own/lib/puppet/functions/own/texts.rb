# Libraries that need nothing of the machine.
require 'base64'
require 'digest'
require 'ipaddr'
require 'uri'
require 'erb'
require 'cgi'

Puppet::Functions.create_function(:'own::texts') do
  dispatch :texts do
    param 'String', :what
    param 'String', :text
  end

  def texts(what, text)
    case what
    when 'md5' then Digest::MD5.hexdigest(text)
    when 'sha1' then Digest::SHA1.hexdigest(Digest::SHA1.digest(text))
    when 'sha256' then Digest::SHA256.hexdigest(text)
    when 'sha512' then Digest::SHA512.base64digest(text)
    when 'base64' then [Base64.encode64(text), Base64.strict_encode64(text), Base64.urlsafe_encode64(text)]
    when 'decoded' then Base64.decode64(text)
    when 'escaped' then [CGI.escape(text), ERB::Util.url_encode(text), ERB::Util.html_escape(text)]
    when 'unpacked' then Digest::MD5.digest(text).unpack('H*')
    when 'address' then address(IPAddr.new(text))
    when 'uri' then uri(URI.parse(text))
    end
  rescue IPAddr::Error => e
    "#{e.class}: #{e.message}"
  rescue URI::InvalidURIError => e
    "#{e.class}: #{e.message}"
  end

  def address(ip)
    range = ip.to_range
    [ip.to_s, ip.ipv4?, ip.ipv6?, ip.prefix, ip.inspect, range.first.to_s, ip.include?(IPAddr.new('10.1.2.3')), ip.to_i.to_s(16)]
  end

  def uri(uri)
    [uri.scheme, uri.host, uri.port, uri.path, uri.query, uri.fragment, uri.user, uri.password, uri.to_s]
  end
end
