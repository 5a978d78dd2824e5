# A condition that holds in every Puppet.
Puppet::Type.newtype(:computed_choice) do
  newparam(:name)
  if Puppet::Util::Package.versioncmp(Puppet.version, '3.0.0') >= 0
    newproperty(:modern)
  end
  newproperty(:always) unless Puppet.version.empty?
  begin
    newproperty(:tried)
  rescue LoadError
    warn 'never'
  end
end
