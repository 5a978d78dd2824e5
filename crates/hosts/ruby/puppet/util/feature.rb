# frozen_string_literal: true

# The class of `Puppet.features` under its other name.
require 'puppet/feature'

module Puppet
  module Util
    Feature = Puppet::Feature
  end
end
