require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_patterns', desc: 'It.', title_patterns: 'x', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' } })
