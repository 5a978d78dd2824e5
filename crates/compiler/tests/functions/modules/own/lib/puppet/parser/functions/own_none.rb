Puppet::Parser::Functions.newfunction(:own_none, type: :rvalue) do |args|
  args[0] == 'symbol' ? :undef : nil
end
