require 'puppet/resource_api/simple_provider'

class Puppet::Provider::TestValidation::TestValidation < Puppet::ResourceApi::SimpleProvider
  def get(_context)
    [{ name: 'foo', ensure: 'present', prop: 2, prop_ro: 8, init: 'begun' }, { name: 'bar', ensure: 'present', prop: 3, prop_ro: 9 }]
  end

  def create(context, name, should)
    context.notice("Creating '#{name}' with #{should.inspect}")
  end

  def update(context, name, should)
    context.notice("Updating '#{name}' with #{should.inspect}")
  end

  def delete(context, name)
    context.notice("Deleting '#{name}'")
  end
end
