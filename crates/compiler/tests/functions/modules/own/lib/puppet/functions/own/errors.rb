# Errors of all kinds, rescued and not.
Puppet::Functions.create_function(:'own::errors') do
  def errors(kind, depth = 0)
    log = []
    begin
      case kind
      when 'parse' then raise Puppet::ParseError, 'cannot parse it'
      when 'argument' then raise ArgumentError, "bad argument #{kind.inspect}"
      when 'runtime' then raise 'plain words'
      when 'key' then { 'a' => 1 }.fetch('b')
      when 'zero' then 1 / 0
      when 'missing' then nil.upcase
      when 'integer' then Integer('x')
      when 'fail' then call_function('fail', 'from another function')
      when 'frozen' then :fine
      else log << 'nothing raised'
      end
      log << 'after'
    rescue ArgumentError, KeyError => e
      log << "#{e.class}: #{e.message}"
    rescue ZeroDivisionError
      log << 'division'
    else
      log << 'no error'
    ensure
      log << 'ensured'
    end
    depth > 0 ? errors(kind, depth - 1) + log : log
  end
end
