require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'fleet_vlan',
  docs: 'A VLAN of a switch.',
  features: ['canonicalize', 'simple_get_filter', 'remote_resource'],
  title_patterns: [
    { pattern: %r{^(?<interface>[^/]+)/(?<id>\d+)$}, desc: 'interface/id' },
    { pattern: %r{^(?<interface>[^/]+):(?<id>\d+)$}, desc: 'interface:id' },
    { pattern: %r{^(?<interface>[^/:]+)$}, desc: 'an interface alone' },
  ],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    interface: { type: 'String', desc: 'The interface.', behaviour: :namevar },
    id: { type: 'Pattern[/\A\d+\z/]', desc: 'The number.', behaviour: :namevar },
    vlan_name: { type: 'Optional[String]', desc: 'Its name.' },
    shutdown: { type: 'Boolean', desc: 'Whether it is off.', default: false },
    mtu: { type: 'Optional[Integer[64, 9216]]', desc: 'The largest packet.' },
    ports: { type: 'Optional[Array[String]]', desc: 'The ports.' },
    options: { type: 'Optional[Hash[String, Variant[String, Integer, Boolean]]]', desc: 'More.' },
    uptime: { type: 'Integer', desc: 'Seconds.', behaviour: :read_only },
    note: { type: 'Optional[String]', desc: 'Not kept.', behaviour: :parameter },
  },
  autorequire: { fleet_vlan: '$note' },
)
