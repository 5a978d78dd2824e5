Puppet::Type.newtype(:gather) do
  @doc = 'Writes down all scraps of the catalog that are for it.'

  ensurable { defaultvalues; defaultto :present }

  newparam(:path, namevar: true)
  newparam(:told_by) { desc 'A resource whose message is to be set, or looked at.' }
  newparam(:changes) { desc 'Whether to set it.' }
end
