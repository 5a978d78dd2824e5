require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_title', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, title: { type: 'String', desc: 'It.' } })
