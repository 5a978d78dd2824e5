require_relative '../../../shelf'

module Puppet::Provider::Slip
  class Slip < Shelf::Provider; end
end
