require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_features', desc: 'It.', features: ['foo', :canonicalize, 'bar'], attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' } })
