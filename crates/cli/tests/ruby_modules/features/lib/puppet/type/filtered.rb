require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'filtered',
  desc: 'Is asked for by name.',
  features: ['simple_get_filter'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    value: { type: 'Optional[String]', desc: 'Its value.' },
  },
)
