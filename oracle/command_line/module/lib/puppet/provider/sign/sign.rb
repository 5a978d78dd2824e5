require_relative '../../../shelf'

module Puppet::Provider::Sign
  class Sign < Shelf::Provider; end
end
