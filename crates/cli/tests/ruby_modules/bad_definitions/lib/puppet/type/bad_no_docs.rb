require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_no_docs', attributes: { name: { type: 'String', behaviour: :namevar } })
