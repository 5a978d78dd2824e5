Puppet::Functions.create_function(:own_global) do
  def own_global(*args)
    "newer with #{args.length}"
  end
end
