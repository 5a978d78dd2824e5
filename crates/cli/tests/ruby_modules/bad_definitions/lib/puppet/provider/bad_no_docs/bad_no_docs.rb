class Puppet::Provider::BadNoDocs::BadNoDocs
  def get(_context)
    [{ name: 'a' }]
  end

  def set(context, changes)
    context.notice("set #{changes}")
  end
end
