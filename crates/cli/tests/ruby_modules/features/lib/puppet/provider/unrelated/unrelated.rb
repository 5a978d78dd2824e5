class Puppet::Provider::Unrelated::Unrelated
  def get(_context)
    []
  end

  def set(_context, _changes); end
end
