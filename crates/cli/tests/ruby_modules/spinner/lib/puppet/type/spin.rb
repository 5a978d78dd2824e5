require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'spin',
  desc: 'Something that turns.',
  features: ['remote_resource'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it turns.', default: 'present' },
    name: { type: 'String', desc: 'What it is called.', behaviour: :namevar },
    speed: { type: 'Optional[Integer]', desc: 'How fast it turns.' },
  },
)
