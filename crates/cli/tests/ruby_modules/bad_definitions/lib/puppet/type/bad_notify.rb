require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_notify', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, notify: { type: 'String', desc: 'It.' } })
