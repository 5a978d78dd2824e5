require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'shell_job',
  desc: 'Does something with what Puppet offers beside the API.',
  attributes: {
    name: { type: 'String', behaviour: :namevar, desc: 'What to do.' },
    done: { type: 'Boolean', default: true, desc: 'Whether it is done.' },
  },
)
