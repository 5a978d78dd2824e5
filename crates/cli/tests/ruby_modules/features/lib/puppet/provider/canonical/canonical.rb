require 'puppet_x/store'

class Puppet::Provider::Canonical::Canonical
  def initialize
    PuppetX::Store.journal('new')
  end

  def canonicalize(_context, resources)
    PuppetX::Store.journal("canonicalize #{resources.inspect}")
    resources.each do |resource|
      %i[name value level].each { |key| resource[key] = resource[key].downcase if resource[key] }
    end
  end

  def get(_context)
    PuppetX::Store.journal('get')
    PuppetX::Store.new('canonical').all
  end

  def set(_context, changes)
    PuppetX::Store.journal("set #{changes.inspect}")
    changes.each_value { |change| PuppetX::Store.new('canonical').put(change[:should], :name) }
  end
end
