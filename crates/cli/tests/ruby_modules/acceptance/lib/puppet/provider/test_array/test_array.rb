require 'puppet/resource_api/simple_provider'

class Puppet::Provider::TestArray::TestArray < Puppet::ResourceApi::SimpleProvider
  def get(context)
    context.debug('Returning data')
    [
      { name: 'foo', ensure: 'present', some_array: ['a', 'b', 'c'], variant_array: 'not array', array_of_arrays: [['a', 'b', 'c'], ['d', 'e', 'f']], array_from_hell: ['a', ['b', 'c'], 'd'] },
      { name: 'bar', ensure: 'present', some_array: [], variant_array: [], array_of_arrays: [[]] },
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
