module Puppet::Parser::Functions
  newfunction(:moulds_older, type: :rvalue) do |arguments|
    "older #{arguments.join('+')}"
  end
end
