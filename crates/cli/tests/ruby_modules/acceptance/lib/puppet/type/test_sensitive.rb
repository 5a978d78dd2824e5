require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'test_sensitive',
  docs: 'Secrets',
  features: [],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    secret: { type: 'Sensitive[String]', desc: 'A secret to protect.' },
    optional_secret: { type: 'Optional[Sensitive[String]]', desc: 'An optional secret to protect.' },
    variant_secret: { type: 'Optional[Variant[Sensitive[String], String]]', desc: 'Secret or not.' },
    array_secret: { type: 'Optional[Array[Sensitive[String]]]', desc: 'An array of secrets to protect.' },
    array_variant_secret: { type: 'Optional[Array[Variant[Sensitive[String], String]]]', desc: 'Some of them secret.' },
    hash_secret: { type: 'Optional[Hash[String, Sensitive[String]]]', desc: 'A hash of secrets.' },
  },
)
