Puppet::Functions.create_function(:'own::scoped', Puppet::Functions::InternalFunction) do
  dispatch :scoped do
    scope_param
    param 'String', :name
  end

  def scoped(scope, name)
    [scope[name], closure_scope['facts']['kernel'], scope.lookupvar("::#{name}").nil?]
  end
end
