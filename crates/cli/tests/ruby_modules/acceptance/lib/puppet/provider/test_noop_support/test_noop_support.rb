require 'puppet/resource_api/simple_provider'

class Puppet::Provider::TestNoopSupport::TestNoopSupport
  def get(_context)
    [{ name: 'foo', ensure: 'absent' }, { name: 'bar', ensure: 'present' }]
  end

  def set(context, changes, noop: false)
    context.notice("noop: #{noop}")
    changes.each { |name, change| context.notice("#{name}: #{change[:is].inspect} to #{change[:should].inspect}") }
  end
end
