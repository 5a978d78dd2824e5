require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'switch_trunk',
  desc: 'A trunk of ports.',
  attributes: {
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    ports: { type: 'Optional[Array[String]]', desc: 'Its ports.' },
  },
  autorequire: { switch_port: '$ports' },
)
