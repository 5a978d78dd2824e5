# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'nx9k_feature',
  desc: "A part of a switch's software.",
  features: ['remote_resource', 'simple_get_filter'],
  attributes: {
    name: { type: 'Pattern[/\A[a-z][a-z0-9-]{0,31}\z/]', behaviour: :namevar, desc: 'What the switch calls it.' },
    enabled: { type: 'Boolean', desc: 'Whether it is on.' },
  },
)
