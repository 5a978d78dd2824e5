require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'odd',
  desc: 'Has values that no catalog can have.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    name: { type: 'String', behaviour: :namevar, desc: 'Which value.' },
    value: { type: 'Any', desc: 'The value.' },
    text: { type: 'Optional[String]', desc: 'A text.' },
    number: { type: 'Optional[Numeric]', desc: 'A number.' },
    list: { type: 'Optional[Array]', desc: 'A list.' },
    map: { type: 'Optional[Hash]', desc: 'A map.' },
  },
)
