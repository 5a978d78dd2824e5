# Digs by itself.
Puppet::Functions.create_function(:'vaulted::deep') do
  dispatch :deep do
    param 'Array[Variant[String, Integer]]', :segments
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end

  def deep(segments, _options, context)
    context.not_found unless segments.first == 'tree'

    segments.join('/')
  end
end
