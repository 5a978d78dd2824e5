# Several signatures, types of its own, and words of its own for what does not fit.
Puppet::Functions.create_function(:'own::typed') do
  local_types do
    type 'Port = Integer[1, 65535]'
    type 'Ports = Array[Port]'
  end

  dispatch :one do
    param 'Port', :port
  end

  dispatch :several do
    param 'Ports', :ports
    optional_param 'Enum[sum, max]', :how
  end

  argument_mismatch :wrong do
    param 'String', :text
  end

  def one(port)
    "port #{port}"
  end

  def several(ports, how = 'sum')
    case how
    when 'sum' then ports.reduce(0) { |sum, port| sum + port }
    when 'max' then ports.max
    end
  end

  def wrong(text)
    "takes numbers, not the text '#{text}'"
  end
end
