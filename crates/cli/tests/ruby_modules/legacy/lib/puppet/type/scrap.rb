Puppet::Type.newtype(:scrap) do
  @doc = 'A part of a gather.'

  newparam(:name, namevar: true)
  newparam(:target)
  newparam(:data)
end
