require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'called_otherwise', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' } })
