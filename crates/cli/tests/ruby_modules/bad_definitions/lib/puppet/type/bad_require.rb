require 'puppet/resource_api'

require 'a_third_missing_gem'
