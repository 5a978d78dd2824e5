require 'digest/md5'

module Puppet::Parser::Functions
  newfunction(:own_older, :type => :rvalue, :arity => -2, :doc => <<-DOC
    Words of no interest.
    DOC
  ) do |args|
    words = args.map { |arg| arg.nil? ? 'nil' : arg }
    return words.first.to_s.reverse if words.length == 1
    raise(Puppet::ParseError, "own_older(): too many (#{words.size})") if words.size > 3

    if words[0] == 'variable'
      lookupvar(words[1]) || 'not set'
    elsif words[0] == 'function'
      function_sprintf(['%s-%s', words[1], words[2]])
    elsif words[0] == 'other'
      call_function('join', [[words[1], words[2]], '+'])
    else
      words.map(&:class).map(&:to_s)
    end
  end
end
