Puppet::Functions.create_function(:'own::block_value') do
  dispatch :run do
    param 'Integer', :number
    optional_block_param 'Callable', :code
  end

  def run(number, &code)
    return 'no block' unless code

    code.call(number * 2)
  end
end
