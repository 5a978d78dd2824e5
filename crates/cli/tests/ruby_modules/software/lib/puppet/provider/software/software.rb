require 'puppet/resource_api/simple_provider'
require 'puppet_x/store'

class Puppet::Provider::Software::Software < Puppet::ResourceApi::SimpleProvider
  def store
    PuppetX::Store.new('software')
  end

  def get(_context)
    store.all
  end

  def create(context, name, should)
    context.notice("Creating #{name.inspect} of #{name.class.ancestors.include?(Hash)} with #{should.inspect}")
    store.put({ title: "#{name[:package]}-#{name[:manager]}" }.merge(should), :package, :manager)
  end
  alias update create

  def delete(context, name)
    context.notice("Deleting #{name[:package]} of #{name[:manager]}")
    store.remove(name)
  end
end
