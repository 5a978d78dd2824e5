require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'mandatory',
  desc: 'Needs values.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.' },
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    one: { type: 'String', desc: 'One.' },
    two: { type: 'Integer', desc: 'Two.' },
    three: { type: 'String', behaviour: :parameter, desc: 'Three.' },
    four: { type: 'Optional[String]', behaviour: :parameter, desc: 'Four.' },
  },
)
