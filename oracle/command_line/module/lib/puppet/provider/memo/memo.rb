require_relative '../../../shelf'

module Puppet::Provider::Memo
  class Memo < Shelf::Provider; end
end
