class Puppet::Provider::ProviderSyntax::ProviderSyntax
  def get(context
end
