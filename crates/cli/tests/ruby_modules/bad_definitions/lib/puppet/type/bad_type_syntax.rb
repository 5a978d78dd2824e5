require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_type_syntax', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, value: { type: 'String[', desc: 'It.' } })
