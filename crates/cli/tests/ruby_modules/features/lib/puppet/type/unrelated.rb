require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'unrelated',
  desc: 'Has a relation to an attribute that is not there.',
  attributes: { name: { type: 'String', behaviour: :namevar, desc: 'Its name.' } },
  autorequire: { file: '$nothing' },
)
