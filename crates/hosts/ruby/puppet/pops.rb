# frozen_string_literal: true

# Puppet::Pops: the parts of the language's implementation that modules use. Types are parsed and checked by the runtime.
module Puppet
  module Pops
    extend Bunraku::Unknown

    autoload :Types, 'puppet/pops/types'
    autoload :Time, 'puppet/pops/time'
    autoload :MergeStrategy, 'puppet/pops/merge_strategy'
  end
end
