require 'puppet/resource_api'

# What only Ruby can tell.
attributes = { name: { type: 'String', desc: 'Its name.', behaviour: :namevar } }
attributes[:value] = { type: 'Optional[String]', desc: 'Added later.' }

Puppet::ResourceApi.register_type(name: 'literal_computed', desc: 'Changed by code.', attributes: attributes)
