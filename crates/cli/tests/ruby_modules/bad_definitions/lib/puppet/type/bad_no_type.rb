require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_no_type', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, value: { desc: 'It.' } })
