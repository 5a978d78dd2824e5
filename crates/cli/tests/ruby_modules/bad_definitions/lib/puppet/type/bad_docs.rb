require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_docs', desc: 'It.', docs: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' } })
