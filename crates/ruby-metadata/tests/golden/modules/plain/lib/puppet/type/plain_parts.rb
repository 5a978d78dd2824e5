# Two namevars, and titles that are taken apart.
Puppet::Type.newtype(:plain_parts) do
  def self.title_patterns
    [[%r{\A([^/]*)/(.*)\z}, [[:first], [:second]]], [%r{\A(.*)\z}, [[:first]]]]
  end

  newparam(:first) { isnamevar }
  newparam(:second) { isnamevar }
end
