require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'cluster_tool',
  docs: 'Uses one thing that public modules use, by its name.',
  features: [],
  attributes: {
    name: { type: 'String', desc: 'What to use.', behaviour: :namevar },
    used: { type: 'Boolean', desc: 'Whether it was used.', default: true },
  },
)
