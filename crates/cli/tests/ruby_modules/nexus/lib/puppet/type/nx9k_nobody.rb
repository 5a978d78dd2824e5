require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'nx9k_nobody',
  desc: 'Has no provider.',
  features: ['remote_resource'],
  attributes: { name: { type: 'String', behaviour: :namevar, desc: 'What it is called.' } },
)
