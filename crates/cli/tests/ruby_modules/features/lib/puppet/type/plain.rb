require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'plain',
  desc: 'Cannot be absent, and has every kind of attribute.',
  attributes: {
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    number: { type: 'Optional[Integer]', desc: 'A number.' },
    float: { type: 'Optional[Float]', desc: 'A number.' },
    flag: { type: 'Optional[Boolean]', desc: 'A flag.' },
    either: { type: 'Optional[Variant[Boolean, Integer, String]]', desc: 'Something.' },
    pair: { type: 'Optional[Tuple[String, Integer]]', desc: 'Two things.' },
    struct: { type: 'Optional[Struct[{a => Integer, Optional[b] => String}]]', desc: 'A struct.' },
    hash: { type: 'Optional[Hash[String, Any]]', desc: 'A hash.' },
    once: { type: 'Optional[String]', behaviour: :init_only, desc: 'Set once.' },
    secret: { type: 'Optional[Sensitive[String]]', desc: 'A secret.' },
    hushed: { type: 'Optional[String]', sensitive: true, desc: 'A value that is not told.' },
    must: { type: 'Optional[String]', behaviour: :parameter, desc: 'A parameter.' },
    found: { type: 'Optional[String]', behaviour: :read_only, desc: 'Found.' },
  },
)
