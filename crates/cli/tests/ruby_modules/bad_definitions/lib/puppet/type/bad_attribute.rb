require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_attribute', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, value: 'String' })
