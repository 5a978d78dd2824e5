require 'puppet/resource_api/transport/wrapper'

module Puppet::Util::NetworkDevice::Fleet; end

# The transport under the name that `puppet device` looks for.
class Puppet::Util::NetworkDevice::Fleet::Device < Puppet::ResourceApi::Transport::Wrapper
  def initialize(url_or_config, _options = {})
    super('fleet', url_or_config)
  end
end
