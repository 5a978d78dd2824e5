require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'web_page',
  desc: 'A page of a server that is started for it.',
  attributes: {
    name: { type: 'String', behaviour: :namevar, desc: 'Its path.' },
    body: { type: 'Optional[String]', desc: 'What it says.' },
    code: { type: 'Optional[Integer]', behaviour: :read_only, desc: 'The answer.' },
  },
)
