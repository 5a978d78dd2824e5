require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(
  name: 'test_device_sensitive',
  desc: 'A demo transport for Puppet 4.7+',
  connection_info: {
    username: { type: 'String', desc: 'The name of the resource you want to manage.' },
    secret_string: { type: 'String', desc: 'A secret to protect.', sensitive: true },
    optional_secret: { type: 'Optional[String]', desc: 'An optional secret to protect.', sensitive: true },
    array_secret: { type: 'Optional[Array[String]]', desc: 'An array secret to protect.', sensitive: true },
  },
)
