require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'no_insync',
  desc: 'Says that it can do what its provider cannot.',
  features: ['custom_insync', 'custom_generate'],
  attributes: {
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    value: { type: 'Optional[String]', desc: 'Its value.' },
  },
)
