Puppet::Functions.create_function(:'own::another_name') do
  def another_name
    1
  end
end
