require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'talker',
  desc: 'Uses one method of the context.',
  unknown_key: { 'deep' => [1, :two, nil, /three/] },
  attributes: {
    name: { type: 'String', behaviour: :namevar, desc: 'What to say.', other_key: 'kept' },
    said: { type: 'Boolean', default: true, desc: 'Whether it was said.' },
  },
)
