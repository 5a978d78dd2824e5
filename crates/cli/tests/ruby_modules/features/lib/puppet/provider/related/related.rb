class Puppet::Provider::Related::Related
  def get(_context)
    [{ name: 'there', value: 'x' }]
  end

  def set(context, changes)
    context.notice("setting #{changes.keys}")
  end
end
