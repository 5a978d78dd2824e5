# The older form of functions.
require 'socket'

module Puppet::Parser::Functions
  newfunction(:ciphers_old, type: :rvalue, arity: 1, doc: 'The older form.') do |arguments|
    raise Puppet::ParseError, 'ciphers_old(): no way' if arguments[0] == 'bad'

    "#{arguments[0]}:#{Addrinfo.tcp('127.0.0.1', 80).ip_port}:#{lookupvar('x')}:#{function_sprintf(['%03d', 7])}"
  end
end
