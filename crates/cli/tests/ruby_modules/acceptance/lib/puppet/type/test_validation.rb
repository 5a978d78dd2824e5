require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'test_validation',
  docs: 'Checks',
  features: [],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    prop: { type: 'Integer', desc: 'A mandatory integer property, that MUST be set.' },
    param: { type: 'Integer', desc: 'A mandatory integer parameter, that MUST be set.', behaviour: :parameter },
    prop_ro: { type: 'Integer', desc: 'A property that cannot be set by a catalog', behaviour: :read_only },
    init: { type: 'Optional[String]', desc: 'Set once', behaviour: :init_only },
  },
)
