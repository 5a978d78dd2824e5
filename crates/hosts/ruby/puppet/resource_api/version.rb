# frozen_string_literal: true

# The version of the Resource API whose behaviour this host follows.
module Puppet
  module ResourceApi
    VERSION = '2.0.1'
  end
end
