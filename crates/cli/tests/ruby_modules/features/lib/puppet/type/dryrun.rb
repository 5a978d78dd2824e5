require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'dryrun',
  desc: 'Knows what noop is.',
  features: ['supports_noop'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    value: { type: 'Optional[String]', desc: 'Its value.' },
  },
)
