Puppet::Parser::Functions.newfunction(:own_statement, :arity => 1) do |arguments|
  function_notice(["statement #{arguments[0]}"])
  'not seen'
end
