require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'nx9k_feature',
  desc: 'A feature of a switch, with one provider for all devices.',
  features: ['remote_resource'],
  attributes: {
    name: { type: 'String[1]', behaviour: :namevar, desc: 'What it is called.' },
    enabled: { type: 'Boolean', desc: 'Whether it is on.' },
  },
)
