require 'puppet/resource_api'

Puppet::ResourceApi.register_everything(name: 'bad_method')
