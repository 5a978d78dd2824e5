require_relative '../../../shelf'

module Puppet::Provider::Note
  class Note < Shelf::Provider; end
end
