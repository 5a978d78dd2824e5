require 'puppet/resource_api'

# Nothing is registered.
