class Puppet::Provider::NoInsync::NoInsync
  def get(_context)
    [{ name: 'a', value: 'x' }]
  end

  def set(_context, _changes); end
end
