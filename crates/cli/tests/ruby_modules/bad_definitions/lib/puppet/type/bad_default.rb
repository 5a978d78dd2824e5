require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_default', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, value: { type: 'Integer', desc: 'It.', default: 'many' } })
