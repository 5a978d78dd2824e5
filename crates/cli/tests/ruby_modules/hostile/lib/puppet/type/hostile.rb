require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'hostile',
  desc: 'Does to the process around it what nobody should do.',
  attributes: {
    name: { type: 'String', behaviour: :namevar, desc: 'What it does.' },
    done: { type: 'Boolean', default: true, desc: 'Whether it was done.' },
  },
)
