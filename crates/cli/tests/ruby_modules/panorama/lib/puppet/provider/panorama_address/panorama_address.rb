require_relative '../panorama_provider'
require 'rexml/document'

# Implementation for the address type using the Resource API.
class Puppet::Provider::PanoramaAddress::PanoramaAddress < Puppet::Provider::PanoramaProvider
  def validate_should(should)
    raise Puppet::ResourceError, 'ip_netmask must be provided' if should[:ip_netmask].nil?
  end

  def xml_from_should(name, should)
    tags = should[:tags]&.map { |tag| "<member>#{tag}</member>" }&.join
    description = "<description>#{should[:description]}</description>" if should[:description]
    "<entry name='#{name}'><ip-netmask>#{should[:ip_netmask]}</ip-netmask>#{description}#{"<tag>#{tags}</tag>" if tags}</entry>"
  end
end
