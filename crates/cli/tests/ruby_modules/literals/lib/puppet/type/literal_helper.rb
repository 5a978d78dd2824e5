require 'puppet/resource_api'

def literal_helper_attributes
  { name: { type: 'String', desc: "It is #{__method__}.", behaviour: :namevar } }
end

Puppet::ResourceApi.register_type(name: 'literal_helper', desc: 'Made by a method.', attributes: literal_helper_attributes)
