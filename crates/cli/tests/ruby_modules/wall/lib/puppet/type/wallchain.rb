# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'wallchain',
  docs: 'A chain of a wall.',
  features: ['custom_generate'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    name: { type: 'String[1]', behaviour: :namevar, desc: 'What it is called.' },
    policy: { type: "Optional[Enum['accept', 'drop']]", desc: 'What happens at the end.' },
    purge: { type: 'Boolean', default: false, behaviour: :parameter, desc: 'Whether unmanaged rules go away.' },
    ignore: { type: 'Optional[Variant[String, Array[String]]]', behaviour: :parameter, desc: 'Which rules stay all the same.' },
  },
)
