Puppet::Type.newtype(:unknown_loop) do
  newparam(:name)
  Dir.children(__dir__).sort.each { |name| newparam(name.sub('.rb', '').to_sym) }
end
