require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'bad_trigger', desc: 'It.', attributes: { name: { type: 'String', behaviour: :namevar, desc: 'It.' }, rsapi_custom_insync_trigger: { type: 'String', desc: 'It.' } })
