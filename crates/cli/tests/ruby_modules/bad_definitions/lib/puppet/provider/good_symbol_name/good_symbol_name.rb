class Puppet::Provider::GoodSymbolName::GoodSymbolName
  def get(_context)
    [{ name: 'a' }]
  end

  def set(context, changes)
    context.notice("set #{changes}")
  end
end
