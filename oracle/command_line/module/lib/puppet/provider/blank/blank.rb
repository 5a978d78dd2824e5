require_relative '../../../shelf'

module Puppet::Provider::Blank
  class Blank < Shelf::Provider; end
end
