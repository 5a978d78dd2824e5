# A bell that rings when it is refreshed.
Puppet::Type.newtype(:bell) do
  @doc = 'A bell.'
  newparam(:name, namevar: true) { desc 'Its name.' }
  newparam(:fails) { desc 'Whether it cannot ring.' }

  def refresh
    raise 'the bell is broken' if self[:fails]
  end
end
