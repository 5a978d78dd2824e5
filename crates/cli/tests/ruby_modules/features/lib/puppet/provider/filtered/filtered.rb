require 'puppet/resource_api/simple_provider'
require 'puppet_x/store'

class Puppet::Provider::Filtered::Filtered < Puppet::ResourceApi::SimpleProvider
  def get(_context, names)
    PuppetX::Store.journal("get #{names.inspect}")
    all = PuppetX::Store.new('filtered').all
    names.nil? || names.empty? ? all : all.select { |one| names.include?(one[:name]) }
  end

  def create(_context, name, should)
    PuppetX::Store.journal("write #{name} #{should.inspect}")
    PuppetX::Store.new('filtered').put(should, :name)
  end
  alias update create

  def delete(_context, name)
    PuppetX::Store.journal("delete #{name}")
    PuppetX::Store.new('filtered').remove(name: name)
  end
end
