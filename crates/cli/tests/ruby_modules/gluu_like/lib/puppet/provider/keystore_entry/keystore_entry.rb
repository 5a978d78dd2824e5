require 'puppet/resource_api/simple_provider'
require 'puppet_x/store'

class Puppet::Provider::KeystoreEntry::KeystoreEntry < Puppet::ResourceApi::SimpleProvider
  def get(_context)
    PuppetX::Store.new('keystore').all
  end

  def create(_context, _name, should)
    PuppetX::Store.new('keystore').put(should, :name)
  end
end
