require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'test_array',
  docs: 'Arrays of all kinds',
  features: [],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    some_array: { type: 'Array[String]', desc: 'An array aiding array attestation' },
    variant_array: { type: 'Optional[Variant[Array[String], String]]', desc: 'An array, or not' },
    array_of_arrays: { type: 'Optional[Array[Array[String]]]', desc: 'Nested' },
    array_from_hell: { type: 'Optional[Array[Variant[Array[String], String]]]', desc: 'Mixed' },
  },
)
