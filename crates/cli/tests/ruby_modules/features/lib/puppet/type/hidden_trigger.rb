require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'hidden_trigger',
  desc: 'Has no property.',
  features: ['custom_insync'],
  attributes: {
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    force: { type: 'Variant[Boolean, String]', behaviour: :parameter, default: false, desc: 'Whether it is to be done.' },
  },
)
