require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'members',
  desc: 'Has a list whose order does not matter.',
  features: ['custom_insync'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    some_array: { type: 'Optional[Array[String]]', desc: 'Its members.' },
    answer: { type: 'Optional[String]', desc: 'What insync? answers.' },
    force: { type: 'Boolean', behaviour: :parameter, default: false, desc: 'Whether there are to be no others.' },
  },
)
