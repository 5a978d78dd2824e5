require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_ensure', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, ensure: { type: 'Enum[on, off]', desc: 'It.' } })
