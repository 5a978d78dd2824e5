# Gives all data at once.
Puppet::Functions.create_function(:'vaulted::all') do
  dispatch :all do
    param 'Hash[String, Any]', :options
    param 'Puppet::LookupContext', :context
  end

  def all(options, context)
    { 'all' => "in #{context.environment_name}, #{context.module_name.inspect}", 'given' => options.reject { |name, _| name == 'path' } }
  end
end
