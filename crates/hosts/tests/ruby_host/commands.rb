# frozen_string_literal: true

# Commands of the Resource API, and HTTP.
require_relative 'code'
require 'socket'

COMMAND = 'c = Puppet::ResourceApi::Command.new("sh"); '

{
  'store' => ['r = c.run(context, "-c", "echo out; echo err >&2", stdout_destination: :store, stderr_destination: :store); [r.stdout, r.stderr, r.exit_code, r.exitstatus]',
              ["out\n", "err\n", 0, 0], []],
  'log' => ['c.run(context, "-c", "echo one; printf two; echo bad >&2").stdout', nil, ['debug: code: one', 'debug: code: two', 'warning: code: bad']],
  'levels' => ['c.run(context, "-c", "echo one; echo two >&2", stdout_loglevel: :notice, stderr_loglevel: :err).exit_code', 0, ['notice: code: one', 'err: code: two']],
  'merge' => ['c.run(context, "-c", "echo a; echo b >&2; echo c", stdout_destination: :store, stderr_destination: :merge_to_stdout).stdout', "a\nb\nc\n", []],
  'discard' => ['c.run(context, "-c", "echo a; echo b >&2", stdout_destination: :discard, stderr_destination: :discard).stdout', nil, []],
  'io' => ['f = Tempfile.new("x"); c.run(context, "-c", "echo a", stdout_destination: :io, stdout_io: f); f.rewind; f.read', "a\n", []],
  'no stdin' => ['c.run(context, "-c", "cat", stdout_destination: :store).stdout', '', []],
  'stdin value' => ['c.run(context, "-c", "cat", stdin_source: :value, stdin_value: "x" * 200_000, stdout_destination: :store).stdout.length', 200_000, []],
  'stdin io' => ['f = Tempfile.new("x"); f.write("in"); f.rewind; c.run(context, "-c", "cat", stdin_source: :io, stdin_io: f, stdout_destination: :store).stdout', 'in', []],
  'both pipes full' => ['r = c.run(context, "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2", stdout_destination: :store, stderr_destination: :store); [r.stdout.length, r.stderr.length]', [300_000, 300_000], []],
  'environment' => ['c.environment = { A: 1, "B" => 2 }; c.run(context, "-c", "echo $A $B $C", environment: { B: 3, "C" => 4 }, stdout_destination: :store).stdout', "1 3 4\n", []],
  'cwd' => ['c.cwd = "/"; [c.run(context, "-c", "pwd", stdout_destination: :store).stdout, c.run(context, "-c", "pwd", cwd: "/usr", stdout_destination: :store).stdout]', ["/\n", "/usr\n"], []],
  'no shell' => ['Puppet::ResourceApi::Command.new("echo").run(context, "$HOME; a  b", stdout_destination: :store).stdout', "$HOME; a  b\n", []],
  'ignored exit code' => ['c.run(context, "-c", "exit 3", ignore_exit_code: true).exit_code', 3, []],
  'noop' => ['r = c.run(context, "-c", "exit 3", noop: true); [r.exit_code, r.stdout]', [0, nil], ["debug: code: Skipping execution of 'sh -c exit 3' (noop)"]],
  'encoding' => ['c.run(context, "-c", "printf \'\\\\374\'", stdout_destination: :store, stdout_encoding: "ISO-8859-1", stdout_encoding_opts: {}).stdout', 'ü', []],
  'raw bytes' => ['c.run(context, "-c", "printf \'\\\\374\'", stdout_destination: :store, stdout_encoding: "ASCII-8BIT").stdout.encoding.to_s', 'ASCII-8BIT', []],
  'start' => ['c.start(context, "-c", "cat; exit 0") { |h| h.stdin.write("a"); h.stdin.close; h.stdout.read }', 'a', []],
  'start_read' => ['c.start_read(context, "-c", "echo out; echo err >&2") { |h| h.stdout.read }', "out\n", ['warning: code: err']],
  'start_write' => ['c.start_write(context, "-c", "cat") { |h| h.stdin.puts("line"); 7 }', 7, ['debug: code: line']],
  'handle' => ['h = c.start(context, "-c", "read x; exit 4"); a = h.alive?; h.stdin.puts; h.poll_for_exit(5); [a, h.alive?, h.exited?, h.exit_code, h.wait.exitstatus]', [true, false, true, 4, 4], []],
  'stop' => ['h = c.start(context, "-c", "sleep 60"); h.stop; [h.exited?, h.exit_code]', [true, nil], []],
  'redirected' => ['f = Tempfile.new("x"); c.start_read(context, "-c", "echo a; echo b >&2", stdout: f, stderr: nil) { 1 }; f.rewind; f.read', "a\n", []],
}.each do |what, (code, expected, lines)|
  check("commands: #{what}") do
    with_code do |run, host|
      equal(expected, run.call(COMMAND + code))
      seen = host.logs.reject { |line| line.include?('xecut') && what != 'noop' }
      equal(lines.sort, seen.sort)
    end
  end
end

{
  'not found' => ['Puppet::ResourceApi::Command.new("nope").run(context)', 'Puppet::ResourceApi::CommandNotFoundError', "Command 'nope' not found"],
  'not executable' => ['Puppet::ResourceApi::Command.new("/etc/passwd").run(context)', 'Puppet::ResourceApi::CommandNotFoundError', "Command '/etc/passwd' not found"],
  'exit code' => [COMMAND + 'c.run(context, "-c", "exit 3")', 'Puppet::ResourceApi::CommandExecutionError', "Command 'sh -c exit 3' failed with exit code 3"],
  'signal' => [COMMAND + 'c.run(context, "-c", "kill -9 $$")', 'Puppet::ResourceApi::CommandExecutionError', "Command 'sh -c kill -9 $$' was ended by signal 9"],
  'destination' => [COMMAND + 'c.run(context, stdout_destination: :nope)', 'ArgumentError', 'stdout_destination must be one of log, store, discard, io, not :nope'],
  'level' => [COMMAND + 'c.run(context, stdout_loglevel: :nope)', 'ArgumentError', 'stdout_loglevel must be one of debug, info, notice, warning, err'],
  'io missing' => [COMMAND + 'c.run(context, stderr_destination: :io)', 'ArgumentError', 'stderr_destination :io needs stderr_io'],
  'value missing' => [COMMAND + 'c.run(context, stdin_source: :value)', 'ArgumentError', 'stdin_source :value needs stdin_value'],
  'block exit code' => [COMMAND + 'c.start(context, "-c", "exit 2") { |h| 1 }', 'Puppet::ResourceApi::CommandExecutionError', "Command 'sh -c exit 2' failed with exit code 2"],
  'block raises' => [COMMAND + 'c.start(context, "-c", "sleep 60") { |h| raise "mine" }', 'RuntimeError', 'mine'],
  'too slow' => [COMMAND + 'h = c.start(context, "-c", "sleep 60"); begin; h.poll_for_exit(0.1); ensure; h.stop; end', 'Puppet::ResourceApi::CommandTimeoutError', 'the command did not end within 0.1 seconds'],
  'early exit code' => [COMMAND + 'h = c.start(context, "-c", "sleep 60"); begin; h.exit_code; ensure; h.stop; end', 'Puppet::ResourceApi::CommandError', 'the command has not ended yet'],
}.each do |what, (code, class_name, message)|
  check("commands fail: #{what}") do
    with_code do |run, _host|
      equal(class_name, fails(message) { run.call(code) }.data['class'])
    end
  end
end

check('a failed command tells everything') do
  with_code do |run, _host|
    equal(['sh', ['-c', 'echo o; exit 3'], 3, nil, "o\n", nil],
          run.call(COMMAND + 'begin; c.run(context, "-c", "echo o; exit 3", stdout_destination: :store); rescue Puppet::ResourceApi::CommandExecutionError => e; [e.command, e.args, e.exit_code, e.signal, e.stdout, e.stderr]; end'))
  end
end

check('HTTP: requests, parameters, passwords, redirections, errors') do
  server = TCPServer.new('127.0.0.1', 0)
  port = server.addr[1]
  seen = []
  thread = Thread.new do
    loop do
      socket = server.accept
      request = socket.gets
      headers = {}
      while (line = socket.gets) && line != "\r\n"
        name, value = line.chomp.split(': ', 2)
        headers[name.downcase] = value
      end
      body = headers['content-length'] ? socket.read(headers['content-length'].to_i) : nil
      seen << [request.chomp, headers['authorization'], headers['x-a'], body]
      if request.include?('/moved') then socket.write("HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
      elsif request.include?('/loop') then socket.write("HTTP/1.1 302 Found\r\nLocation: /loop\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
      elsif request.include?('/no') then socket.write("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnope")
      else socket.write("HTTP/1.1 200 OK\r\nX-B: b\r\nContent-Length: #{request.start_with?('HEAD') ? 0 : 2}\r\nConnection: close\r\n\r\n#{'ok' unless request.start_with?('HEAD')}")
      end
      socket.close
    end
  end
  begin
    with_code do |run, _host|
      base = "u = 'http://127.0.0.1:#{port}'; h = Puppet.runtime[:http]; "
      shown = 'r = %s; [r.code, r.reason, r.success?, r.body, r["x-b"], r.url.to_s.sub(/\d+\.0\.0\.1:\d+/, "H")]'
      equal([200, 'OK', true, 'ok', 'b', 'http://H/a?q=x%20y&z=1'], run.call(base + format(shown, 'h.get(URI("#{u}/a"), headers: { "X-A" => "1" }, params: { q: "x y", z: 1 }, options: { basic_auth: { user: "u", password: Puppet::Pops::Types::PSensitiveType::Sensitive.new("p") } })')))
      equal(['GET /a?q=x%20y&z=1 HTTP/1.1', "Basic #{['u:p'].pack('m0')}", '1', nil], seen.last)
      equal([404, 'Not Found', false, 'nope', nil, 'http://H/no'], run.call(base + format(shown, 'h.get("#{u}/no")')))
      equal([200, 'OK', true, 'ok', 'b', 'http://H/there'], run.call(base + format(shown, 'h.get("#{u}/moved")')))
      run.call(base + 'h.post("#{u}/p", "body", headers: { "Content-Type" => "text/plain" }).code')
      equal(['POST /p HTTP/1.1', nil, nil, 'body'], seen.last)
      run.call(base + 'h.put("#{u}/p", "put").code; h.delete("#{u}/d").code; h.head("#{u}/h").code')
      equal(%w[PUT DELETE HEAD], seen.last(3).map { |request| request.first[/\A\w+/] })
      equal('ok', run.call(base + 'x = nil; h.get("#{u}/a") { |r| r.read_body { |part| x = part } }; x'))
      equal('Puppet::HTTP::TooManyRedirects', fails(%r{Too many HTTP redirections for http://127}) { run.call(base + 'h.get("#{u}/loop")') }.data['class'])
      equal('ArgumentError', fails { run.call(base + 'h.put("#{u}/p", 3)') }.data['class'])
      equal('Puppet::HTTP::ConnectionError', fails(%r{\ARequest to http://127.0.0.1:1/ failed: }) { run.call('Puppet.runtime[:http].get("http://127.0.0.1:1/")') }.data['class'])
      equal('Not Found', run.call(base + 'Puppet::HTTP::ResponseError.new(h.get("#{u}/no")).message'))
    end
  ensure
    thread.kill
    server.close
  end
end

check('HTTP: nothing private leaves its origin, and https is not left') do
  server = ->(location) do
    listener = TCPServer.new('127.0.0.1', 0)
    seen = []
    thread = Thread.new do
      loop do
        socket = listener.accept
        request = socket.gets
        headers = {}
        while (line = socket.gets) && line != "\r\n"
          name, value = line.chomp.split(': ', 2)
          headers[name.downcase] = value
        end
        seen << [request.split[1], headers['authorization'], headers['cookie']]
        target = location&.call(request)
        socket.write(target ? "HTTP/1.1 302 Found\r\nLocation: #{target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        socket.close
      end
    end
    [listener.addr[1], seen, thread, listener]
  end
  other_port, of_other, *other = server.call(nil)
  first_port, of_first, *first = server.call(lambda do |request|
    case request
    when %r{ /file } then 'file:///etc/shadow'
    when %r{ /bad } then 'http://[bad'
    else "http://evil:pw@127.0.0.1:#{other_port}/x"
    end
  end)
  begin
    with_code do |run, _host|
      base = "u = 'http://a:b@127.0.0.1:#{first_port}'; h = Puppet.runtime[:http]; "
      equal('ok', run.call(base + 'h.get("#{u}/x", headers: { "Cookie" => "c", "X-A" => "1" }).body'))
      equal([['/x', "Basic #{['a:b'].pack('m0')}", 'c']], of_first)
      equal([['/x', nil, nil]], of_other)
      equal('ok', run.call(base + 'h.get("#{u}/y", headers: { authorization: "token" }).body'))
      equal(['/x', nil, nil], of_other.last)
      equal('Puppet::HTTP::ProtocolError', fails(%r{\Ahttp://127.0.0.1:\d+/file redirects to 'file:///etc/shadow', which is not the address}) { run.call(base + 'h.get("#{u}/file")') }.data['class'])
      equal('Puppet::HTTP::ProtocolError', fails(%r{redirects to an invalid address}) { run.call(base + 'h.get("#{u}/bad")') }.data['class'])
      downgrade = 'Response = Struct.new(:code, :location) { def [](_) = location }; ' \
                  'h.send(:redirection, URI("https://a:b@h.test/x"), Response.new(302, "http://h.test/y"))'
      fails(%r{\Ahttps://h.test/x redirects to 'http://h.test/y': redirections from https to http are refused}) { run.call(base + downgrade) }
      settings = "{ 'http_proxy_host' => '127.0.0.1', 'http_proxy_port' => '#{other_port}', 'no_proxy' => 'none' }"
      proxied = "Puppet.settings.instance_variable_get(:@values).merge!(#{settings}); " \
                'h.get("http://files.invalid/z").body'
      equal('ok', run.call(base + proxied))
      equal(['http://files.invalid/z', nil, nil], of_other.last)
    end
  ensure
    (other + first).each { |one| one.is_a?(Thread) ? one.kill : one.close }
  end
end
