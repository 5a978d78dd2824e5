require 'puppet/resource_api'

if RUBY_VERSION.to_i > 1
  Puppet::ResourceApi.register_type(name: 'literal_conditional', desc: 'New.', attributes: { name: { type: 'String', desc: 'Its name.', behaviour: :namevar } })
else
  Puppet::ResourceApi.register_type(name: 'literal_conditional', desc: 'Old.', attributes: { name: { type: 'Integer', desc: 'Its name.', behaviour: :namevar } })
end
