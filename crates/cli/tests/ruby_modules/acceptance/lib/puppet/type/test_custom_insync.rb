require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'test_custom_insync',
  docs: 'Compares',
  features: ['custom_insync'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    some_array: { type: 'Array[String]', desc: 'An array aiding array attestation' },
    version: { type: 'Optional[String]', desc: 'A version, or a bound.' },
    case_sensitive_string: { type: 'Optional[String]', desc: 'Letters count.' },
    case_insensitive_string: { type: 'Optional[String]', desc: 'Letters do not count.' },
    force: { type: 'Boolean', desc: 'Must match exactly.', behaviour: :parameter, default: false },
  },
)
