require 'puppet/resource_api'

raise 'no type today'
