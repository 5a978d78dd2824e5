require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_both_behaviours', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, value: { type: 'String', desc: 'It.', behaviour: :parameter, behavior: :parameter } })
