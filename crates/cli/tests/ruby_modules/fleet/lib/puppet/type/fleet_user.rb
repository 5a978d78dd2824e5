require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'fleet_user',
  docs: 'A user of a switch.',
  features: ['custom_insync', 'remote_resource'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String[1]', desc: 'The name.', behaviour: :namevar },
    password: { type: 'Optional[Sensitive[String]]', desc: 'The password.' },
    role: { type: 'Enum[admin, guest, operator]', desc: 'What it may do.', default: 'guest' },
    groups: { type: 'Array[String]', desc: 'Groups, in any order.', default: [] },
    id: { type: 'Optional[Integer]', desc: 'The number.', behaviour: :init_only },
    force: { type: 'Boolean', desc: 'Whether to insist.', behaviour: :parameter, default: false },
  },
)
