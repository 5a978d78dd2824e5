require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'test_report_resource',
  docs: 'Without ensure',
  features: ['canonicalize'],
  attributes: {
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    test_string: { type: 'String', desc: 'A text.' },
    level: { type: 'Optional[Enum[low, high]]', desc: 'A level.' },
    tags_of_it: { type: 'Optional[Hash[String, Variant[String, Array[String]]]]', desc: 'Tags.' },
  },
)
