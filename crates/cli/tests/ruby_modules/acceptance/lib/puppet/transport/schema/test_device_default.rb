require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(
  name: 'test_device_default',
  desc: 'A demo transport for Puppet 4.7+',
  connection_info: {
    username: { type: 'String', desc: 'The name.' },
    default_string: { type: 'String', desc: 'A string to default.', default: 'default_value' },
    optional_default: { type: 'Optional[String]', desc: 'An optional string to default.', default: 'other_default' },
    array_default: { type: 'Optional[Array[String]]', desc: 'An array of defaults.', default: ['a', 'b'] },
    port: { type: 'Integer[1, 65535]', desc: 'A port.', default: 22 },
  },
)
