require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'test_autorequire',
  docs: 'Relations',
  features: [],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    target: { type: 'Optional[String]', desc: 'The resource to autorequire.', behaviour: :parameter },
  },
  autorequire: {
    test_autorequire: '$target',
    notify: ['one', '$name'],
  },
)
