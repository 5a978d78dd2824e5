require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'test_simple_get_filter',
  docs: 'Filters',
  features: ['simple_get_filter'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    test_string: { type: 'Optional[String]', desc: 'A string.' },
  },
)
