require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'canonical',
  desc: 'Writes down every call.',
  features: ['canonicalize'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    value: { type: 'Optional[String]', desc: 'Its value.' },
    level: { type: 'String', default: 'LOW', desc: 'Its level.' },
  },
)
