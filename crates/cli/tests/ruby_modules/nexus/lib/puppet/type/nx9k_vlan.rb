require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'nx9k_vlan',
  desc: 'A vlan of a switch.',
  features: %w[remote_resource],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    id: { type: 'String[1]', behaviour: :namevar, desc: 'Its number.' },
    label: { type: 'Optional[String]', desc: 'Its label.' },
    state: { type: "Enum['active', 'suspend']", desc: 'Its state.', default: 'active' },
  },
)
