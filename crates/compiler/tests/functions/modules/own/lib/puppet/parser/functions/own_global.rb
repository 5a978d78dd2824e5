module Puppet::Parser::Functions
  newfunction(:own_global, :type => :rvalue) do |args|
    'older'
  end
end
