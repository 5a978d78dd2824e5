require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_attributes', desc: 'It.', attributes: [])
