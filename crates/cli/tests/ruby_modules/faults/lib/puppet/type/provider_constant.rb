require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'provider_constant',
  desc: 'Has a provider that is not right.',
  features: [],
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    name: { type: 'String', behaviour: :namevar, desc: 'What it is called.' },
    value: { type: 'Optional[String]', desc: 'What it is.' },
  },
)
