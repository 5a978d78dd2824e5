require 'puppet/resource_api/simple_provider'

class Puppet::Provider::TestSimpleGetFilter::TestSimpleGetFilter < Puppet::ResourceApi::SimpleProvider
  def get(context, names = nil)
    context.notice("get(#{names.inspect})")
    if names.nil?
      [{ name: 'wibble', ensure: 'present', test_string: 'wibble default' }, { name: 'bar', ensure: 'present', test_string: 'bar default' }]
    else
      names.map { |name| name == 'gone' ? nil : { name: name, ensure: 'present', test_string: "#{name} default" } }.compact
    end
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
