require 'puppet/resource_api/simple_provider'
require 'puppet_x/store'

# For spinners only.
class Puppet::Provider::Spin::Spinner < Puppet::ResourceApi::SimpleProvider
  def store
    @store ||= PuppetX::Store.new('spins')
  end

  def get(context)
    context.debug("The wheel is #{context.device.wheel}")
    store.all + [{ ensure: 'present', name: context.device.wheel, speed: context.device.config['speed'] }]
  end

  def create(_context, _name, should)
    store.put(should, :name)
  end
  alias update create

  def delete(_context, name)
    store.remove(name: name)
  end
end
