require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'keystore_entry',
  docs: 'An entry that nothing identifies.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    name: { type: 'String', desc: 'What it is called.' },
    value: { type: 'Optional[String]', desc: 'What it is.' },
  },
)
