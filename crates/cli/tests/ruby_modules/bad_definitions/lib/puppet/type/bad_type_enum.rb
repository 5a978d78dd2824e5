require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_type_enum', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, value: { type: 'Enum[1, 2]', desc: 'It.' } })
