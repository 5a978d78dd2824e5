Puppet::Type.newtype(:unknown_send) do
  newparam(:name)
  send(:newproperty, :sent)
end
