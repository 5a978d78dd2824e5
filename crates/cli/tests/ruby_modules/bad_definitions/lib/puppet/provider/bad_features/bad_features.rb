class Puppet::Provider::BadFeatures::BadFeatures
  def get(_context)
    [{ name: 'a' }]
  end

  def set(context, changes)
    context.notice("set #{changes}")
  end
end
