require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: :good_symbol_name, desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' } })
