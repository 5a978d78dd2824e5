class Puppet::Provider::ProviderMutates::ProviderMutates
  def get(_context)
    [{ ensure: 'present', name: 'a', value: 'x' }]
  end

  def set(_context, changes)
    changes.each_value { |change| change[:should][:value] = 'something else' }
  end
end
