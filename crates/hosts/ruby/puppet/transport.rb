# frozen_string_literal: true

# The namespace of the transports of modules.
module Puppet
  module Transport
  end
end
