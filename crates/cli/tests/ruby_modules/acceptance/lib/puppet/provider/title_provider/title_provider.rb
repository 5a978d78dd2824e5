require 'puppet/resource_api/simple_provider'

class Puppet::Provider::TitleProvider::TitleProvider < Puppet::ResourceApi::SimpleProvider
  def get(_context)
    [
      { title: 'foo-bar', name: 'foo', manager: 'bar', ensure: 'present' },
      { title: 'foo-baz', name: 'foo', manager: 'baz', ensure: 'absent' },
    ]
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
