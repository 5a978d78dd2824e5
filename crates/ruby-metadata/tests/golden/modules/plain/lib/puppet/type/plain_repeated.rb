# Its namevar need not be unique, and it can be created without saying so.
Puppet::Type.newtype(:plain_repeated) do
  @isomorphic = false

  newparam(:name)

  def exists?; end
  def create; end
  def destroy; end
end
