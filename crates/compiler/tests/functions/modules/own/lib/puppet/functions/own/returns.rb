Puppet::Functions.create_function(:'own::returns') do
  dispatch :returns do
    param 'Any', :value
    return_type 'Variant[Integer, Array[String]]'
  end

  def returns(value)
    value
  end
end
