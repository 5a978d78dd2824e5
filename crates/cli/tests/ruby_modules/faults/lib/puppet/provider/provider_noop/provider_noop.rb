require 'puppet/resource_api/simple_provider'

class Puppet::Provider::ProviderNoop::ProviderNoop < Puppet::ResourceApi::SimpleProvider
  def get(_context)
    []
  end

  def create(context, name, _should)
    context.notice("made #{name}")
  end
end
