require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'faulty',
  desc: 'Does what it should not.',
  attributes: {
    name: { type: 'String', behaviour: :namevar, desc: 'What it does.' },
    done: { type: 'Boolean', default: true, desc: 'Whether it was done.' },
  },
)
