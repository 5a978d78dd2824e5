require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'test_noop_support',
  docs: 'Does nothing',
  features: ['supports_noop'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
  },
)
