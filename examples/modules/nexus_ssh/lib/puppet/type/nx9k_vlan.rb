# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'nx9k_vlan',
  desc: 'A VLAN of a switch.',
  features: ['remote_resource'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether the switch has it.', default: 'present' },
    id: { type: 'Pattern[/\A[1-9][0-9]{0,3}\z/]', behaviour: :namevar, desc: 'Its number.' },
    label: { type: 'Optional[Pattern[/\A[A-Za-z0-9_.:\/-]{1,32}\z/]]', desc: 'Its name, without blanks.' },
    state: { type: 'Optional[Enum[active, suspend]]', desc: 'Whether it carries anything.' },
  },
)
