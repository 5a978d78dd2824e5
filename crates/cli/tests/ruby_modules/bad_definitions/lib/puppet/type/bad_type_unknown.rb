require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_type_unknown', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, value: { type: 'Optional[Nobody::Knows]', desc: 'It.' } })
