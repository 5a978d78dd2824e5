require 'puppet_x/store'

# What ports and trunks share, as a module with methods of the class.
module Puppet::Provider::SwitchBase
  $switch_connections ||= 0
  @@counter = 0

  def self.included(base)
    base.extend ClassMethods
  end

  module ClassMethods
    def table(name = nil)
      name ? @table = name : @table
    end
  end

  def store
    @store ||= begin
      $switch_connections += 1
      PuppetX::Store.new(self.class.table)
    end
  end

  def count
    @@counter += 1
  end
end
