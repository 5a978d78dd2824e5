require_relative '../../../shelf'

module Puppet::Provider::Topic
  class Topic < Shelf::Provider; end
end
