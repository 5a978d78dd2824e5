require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(
  name: 'test_device',
  desc: 'A demo transport for Puppet 4.7+',
  connection_info: {},
)
