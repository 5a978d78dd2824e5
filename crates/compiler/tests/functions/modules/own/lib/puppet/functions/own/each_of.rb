# A function that calls the lambda behind it.
Puppet::Functions.create_function(:'own::each_of') do
  dispatch :with_block do
    repeated_param 'Any', :values
    block_param
  end

  dispatch :without_block do
    repeated_param 'Any', :values
  end

  def with_block(*values)
    values.each_with_index.map { |value, index| yield(value, index) }
  end

  def without_block(*values)
    call_function('join', values, ',')
  end
end
