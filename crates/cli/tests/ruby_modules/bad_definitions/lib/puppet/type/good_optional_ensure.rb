require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'good_optional_ensure', desc: 'It.', features: nil, attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, ensure: { type: 'Optional[Enum[absent, present]]', desc: 'It.' } })
