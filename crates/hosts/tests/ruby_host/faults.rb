# frozen_string_literal: true

# Providers that misbehave hurt nobody but themselves.
require_relative 'driver'

FAULTY_TYPE = <<~RUBY
  require 'puppet/resource_api'
  Puppet::ResourceApi.register_type(
    name: 'fault', desc: 'd', features: ['simple_get_filter'],
    attributes: { name: { type: 'String', desc: 'n', behaviour: :namevar }, value: { type: 'Any', desc: 'v' } },
  )
RUBY

# A host whose provider evaluates the name that `get` is asked for.
def with_provider(body = 'names.map { |name| { name: name, value: eval(name) } }', files = {}, options = {})
  provider = "class Puppet::Provider::Fault::Fault\n  def get(context, names)\n    #{body}\n  end\nend\n"
  with_host({ 'puppet/type/fault.rb' => FAULTY_TYPE, 'puppet/provider/fault/fault.rb' => provider }.merge(files),
            options) { |host, lib| yield host, lib }
end

def run(host, code)
  host.call('get', 'type' => 'fault', 'names' => [{ 'name' => code }])['resources'].first['value']
end

def still_alive(host)
  equal(2, run(host, '1 + 1'))
end

{
  'exit' => ['exit 3', 'SystemExit', 'exit was called with status 3'],
  'exit inside a block' => ['[1].each { exit }', 'SystemExit', 'exit was called with status 0'],
  'abort' => ['abort "stop"', 'SystemExit', 'exit was called with status 1'],
  'throw' => ['throw :nobody', 'UncaughtThrowError', 'uncaught throw :nobody'],
  'raise' => ['raise "boo"', 'RuntimeError', 'boo'],
  'an exception that is no StandardError' => ['raise NotImplementedError, "no"', 'NotImplementedError', 'no'],
  'an interrupt' => ['raise Interrupt, "now"', 'Interrupt', 'now'],
  'a missing method' => ['nil.nope', 'NoMethodError', /undefined method [`']nope' for nil/],
  'a stack overflow' => ['def deep(n); deep(n + 1); end; deep(0)', 'SystemStackError', 'stack level too deep'],
  'a thread that fails' => ['Thread.new { raise "inside" }.value', 'RuntimeError', 'inside'],
  'a message that is no text' => ['e = RuntimeError.new; def e.to_s; raise "no"; end; raise e', 'RuntimeError',
                                  /its message cannot be read/],
  'a message with other bytes' => ['raise "a\xffb".b', 'RuntimeError', "a\u{fffd}b"],
  'a syntax error' => ['eval("def (")', 'SyntaxError', /syntax error/],
}.each do |what, (code, class_name, message)|
  check("an error, not an end: #{what}") do
    with_provider do |host|
      error = fails(message) { run(host, code) }
      equal(class_name, error.data['class'])
      still_alive(host)
    end
  end
end

check('what is printed is told before the answer, and never breaks the protocol') do
  with_provider do |host|
    run(host, '$stdout.puts("out"); $stderr.puts("err"); STDOUT.print("more"); system("echo child; echo wrong >&2"); 1')
    equal({ 'stdout' => "out\nmorechild\n", 'stderr' => "err\nwrong\n" }, host.output)
  end
end

check('order of prints and log lines holds') do
  with_provider do |host|
    run(host, 'puts "a"; Puppet.notice("b"); puts "c"; Puppet.notice("d"); 1')
    equal(%w[output log output log], host.notifications.map(&:first))
  end
end

check('much output blocks nobody') do
  with_provider do |host|
    run(host, '$stdout.write("x" * 1_000_000); system("head -c 300000 /dev/zero"); 1')
    equal(1_300_000, host.output['stdout'].length)
  end
end

check('output that is no text is replaced') do
  with_provider do |host|
    run(host, '$stdout.write("a\xffb".b); 1')
    equal("a\u{fffd}b", host.output['stdout'])
  end
end

check('closed and replaced streams are no fault') do
  with_provider do |host|
    run(host, '$stdout = StringIO.new; puts "lost"; $stdout = STDOUT; 1')
    run(host, '$stderr.close; 1')
    still_alive(host)
  end
end

check('stdin is empty') do
  with_provider { |host| equal(['', ''], run(host, '[$stdin.read, `cat`]')) }
end

check('a fork with a block says nothing on the wire') do
  with_provider do |host|
    equal(7, run(host, 'pid = fork { Puppet.notice("from the child"); puts "printed"; exit!(7) }; Process.wait(pid); $?.exitstatus'))
    equal({ 'stdout' => "Notice: from the child\nprinted\n" }, host.output)
    still_alive(host)
  end
end

check('a fork without a block answers once') do
  with_provider do |host|
    equal('parent', run(host, 'fork ? "parent" : "child"'))
    sleep(0.2)
    still_alive(host)
  end
end

check('a fork cannot ask the runtime') do
  with_provider do |host|
    code = 'r, w = IO.pipe; pid = fork { r.close; begin; Facter.value("x"); rescue StandardError => e; w.write(e.message); end; w.close; exit! }; ' \
           'w.close; text = r.read; Process.wait(pid); text'
    equal('', run(host, code))
    code = code.sub('Facter.value("x")', 'Bunraku::Wire.request("runtime.fact", {})')
    match(/forked process cannot ask/, run(host, code))
  end
end

check('children that stay behind hold nobody up') do
  with_provider do |host|
    start = Time.now
    run(host, 'Process.detach(spawn("sleep 5")); 1')
    still_alive(host)
    equal(true, Time.now - start < 4)
  end
end

check('redefined methods of core classes do not reach the host') do
  with_provider do |host|
    run(host, 'module Kernel; def puts(*); raise "puts"; end; def print(*); raise "print"; end; end; 1')
    run(host, 'class String; def to_json(*); raise "to_json"; end; end; class Hash; def to_json(*); raise "x"; end; end; 1')
    run(host, 'def JSON.generate(*); raise "generate"; end; def JSON.parse(*); raise "parse"; end; 1')
    run(host, 'class IO; def puts(*); raise "io"; end; end; 1')
    still_alive(host)
  end
end

check('a missing library names itself and fails only its type; it is found once it is there') do
  files = { 'puppet/type/needy.rb' => FAULTY_TYPE.sub("'fault'", "'needy'"), 'puppet/provider/needy/needy.rb' => <<~RUBY }
    require 'surely/not_there'
    class Puppet::Provider::Needy::Needy
      def get(context, names)
        [{ name: 'x', value: SURELY }]
      end
    end
  RUBY
  with_provider('names.map { |name| { name: name, value: eval(name) } }', files) do |host, lib|
    2.times do
      error = fails('cannot load such file -- surely/not_there') { host.call('get', 'type' => 'needy', 'names' => nil) }
      equal(%w[missing_dependency LoadError], error.data.values_at('kind', 'class'))
      match(/gem install surely/, error.data['hint'])
      match(%r{provider/needy/needy\.rb\z}, error.data['file'])
    end
    still_alive(host)
    FileUtils.mkdir_p("#{lib}/surely")
    File.write("#{lib}/surely/not_there.rb", 'SURELY = 5')
    equal(5, host.call('get', 'type' => 'needy', 'names' => nil)['resources'].first['value'])
  end
end

check('a gem that is installed during the run is found') do
  Dir.mktmpdir do |home|
    with_provider('names.map { |name| { name: name, value: eval(name) } }', {}, environment: { 'GEM_HOME' => home, 'GEM_PATH' => home }) do |host|
      fails('cannot load such file -- bunraku_late') { run(host, 'require "bunraku_late"') }
      FileUtils.mkdir_p(["#{home}/specifications", "#{home}/gems/bunraku_late-1.0/lib"])
      File.write("#{home}/specifications/bunraku_late-1.0.gemspec", <<~RUBY)
        Gem::Specification.new { |s| s.name = 'bunraku_late'; s.version = '1.0'; s.summary = 's'; s.authors = ['a']; s.files = ['lib/bunraku_late.rb']; s.require_paths = ['lib'] }
      RUBY
      File.write("#{home}/gems/bunraku_late-1.0/lib/bunraku_late.rb", 'BUNRAKU_LATE = 9')
      equal(9, run(host, 'require "bunraku_late"; BUNRAKU_LATE'))
      still_alive(host)
    end
  end
end

check('the real Puppet is never loaded') do
  with_provider do |host|
    equal([], run(host, 'require "puppet"; require "facter"; require "puppet/resource_api"; ' \
                        '$LOADED_FEATURES.grep(%r{^/.*/(puppet|facter)(\.rb|/)}).reject { |f| f.include?("/shelf/") }'))
    fails('cannot load such file -- puppet/application/agent') { run(host, 'require "puppet/application/agent"') }
  end
end

{
  'nil' => ['nil', '`fault.get` did not return an array of resource hashes'],
  'a hash' => ['{ name: "a" }', '`fault.get` did not return an array of resource hashes'],
  'a number' => ['3', '`fault.get` did not return an array of resource hashes'],
  'a list of texts' => ['["a"]', '`fault.get` returned a String where a resource hash was expected'],
}.each do |what, (body, message)|
  check("get that returns #{what}") do
    with_provider(body) { |host| fails(message) { host.call('get', 'type' => 'fault', 'names' => nil) } }
  end
end

check('lazy lists are read') do
  with_provider('[1, 2].lazy.map { |i| { name: i.to_s, value: i } }') do |host|
    equal([1, 2], host.call('get', 'type' => 'fault', 'names' => nil)['resources'].map { |r| r['value'] })
  end
end

check('values of every kind travel') do
  with_provider do |host|
    {
      'nil' => nil, '1.5' => 1.5, 'true' => true, '[1, ["a"]]' => [1, ['a']], '{ "a" => 1 }' => { 'a' => 1 },
      ':sym' => { '__ptype' => 'Symbol', '__pvalue' => 'sym' },
      '{ a: 1 }' => { '__ptype' => 'Hash', '__pvalue' => [{ '__ptype' => 'Symbol', '__pvalue' => 'a' }, 1] },
      '{ "__ptype" => 1 }' => { '__ptype' => 'Hash', '__pvalue' => ['__ptype', 1] },
      '/a.b/' => { '__ptype' => 'Regexp', '__pvalue' => 'a.b' }, '/a/i' => { '__ptype' => 'Regexp', '__pvalue' => '(?i-mx:a)' },
      '2**80' => { '__ptype' => 'Runtime', 'runtime' => 'ruby', 'name' => 'Integer', '__pvalue' => (2**80).to_s },
      '0.0 / 0' => { '__ptype' => 'Runtime', 'runtime' => 'ruby', 'name' => 'Float', '__pvalue' => 'NaN' },
      'Object.new' => { '__ptype' => 'Runtime', 'runtime' => 'ruby', 'name' => 'Object' },
      'proc { }' => { '__ptype' => 'Runtime', 'runtime' => 'ruby', 'name' => 'Proc' },
      'String' => { '__ptype' => 'Runtime', 'runtime' => 'ruby', 'name' => 'String' },
      '"\xff".b' => { '__ptype' => 'Binary', '__pvalue' => '/w==' }, '"\u00fc".b' => "\u00fc",
      '"\u00fc".encode("ISO-8859-1")' => "\u00fc",
      'Puppet::Util::Execution::ProcessOutput.new("x", 0)' => 'x',
      'URI("http://x/")' => { '__ptype' => 'URI', '__pvalue' => 'http://x/' },
      'Puppet::Pops::Time::Timestamp.parse("2020-01-02")' => { '__ptype' => 'Timestamp', '__pvalue' => '2020-01-02T00:00:00.000000000 UTC' },
      'Puppet::Pops::Time::Timespan.parse("1-00:00:00")' => { '__ptype' => 'Timespan', '__pvalue' => '1-00:00:00.0' },
      'Puppet::Pops::Types::PBinaryType::Binary.from_string("ab")' => { '__ptype' => 'Binary', '__pvalue' => 'YWI=' },
      'Class.new(Puppet::Pops::Types::PSensitiveType::Sensitive).new([1])' => { '__ptype' => 'Sensitive', '__pvalue' => [1] },
    }.each { |code, expected| equal([code, expected], [code, run(host, code)]) }
  end
end

check('values of every kind come back') do
  with_host('puppet/type/fault.rb' => FAULTY_TYPE.sub("'simple_get_filter'", "'canonicalize'"),
            'puppet/provider/fault/fault.rb' => <<~RUBY) do |host|
    class Puppet::Provider::Fault::Fault
      def canonicalize(context, resources)
        resources.map { |r| r.merge(name: r[:value].class.name + ' ' + r[:value].to_s) }
      end
    end
  RUBY
    {
      { '__ptype' => 'Symbol', '__pvalue' => 'x' } => 'Symbol x',
      { '__ptype' => 'Runtime', 'runtime' => 'ruby', 'name' => 'Symbol', '__pvalue' => 'x' } => 'Symbol x',
      { '__ptype' => 'Default' } => 'Symbol default',
      { '__ptype' => 'Sensitive', '__pvalue' => 's' } => 'Puppet::Pops::Types::PSensitiveType::Sensitive Sensitive [value redacted]',
      { '__ptype' => 'Regexp', '__pvalue' => 'a' } => 'Regexp (?-mix:a)',
      { '__ptype' => 'Timestamp', '__pvalue' => '2020-01-02T00:00:00.000000000 UTC' } => 'Puppet::Pops::Time::Timestamp 2020-01-02T00:00:00.000000000 UTC',
      { '__ptype' => 'Timespan', '__pvalue' => '0-00:00:05.0' } => 'Puppet::Pops::Time::Timespan 0-00:00:05.0',
      { '__ptype' => 'Binary', '__pvalue' => 'YWI=' } => 'Puppet::Pops::Types::PBinaryType::Binary YWI=',
      { '__ptype' => 'URI', '__pvalue' => 'http://x/' } => 'URI::HTTP http://x/',
      { '__ptype' => 'Hash', '__pvalue' => [1, 2] } => 'Hash {1=>2}',
      { '__ptype' => 'Pcore::IntegerType', 'from' => 1 } => 'Bunraku::RichValues::Opaque Pcore::IntegerType({"from"=>1})',
    }.each do |value, shown|
      found = host.call('canonicalize', 'type' => 'fault', 'resources' => [{ 'value' => value }])['resources'].first
      equal(shown, found['name'])
      sent_back = value['__ptype'] == 'Runtime' ? { '__ptype' => 'Symbol', '__pvalue' => 'x' } : value
      sent_back = { '__ptype' => 'Symbol', '__pvalue' => 'default' } if value['__ptype'] == 'Default'
      equal(sent_back, found['value'])
    end
  end
end

check('keys that are texts name no attribute') do
  with_provider('[{ name: "a", "value" => 1 }]') do |host|
    found = host.call('get', 'type' => 'fault', 'names' => nil)['resources'].first
    equal({ '__ptype' => 'Hash', '__pvalue' => [{ '__ptype' => 'Symbol', '__pvalue' => 'name' }, 'a', 'value', 1] }, found)
  end
end

check('a value that contains itself is an error') do
  with_provider do |host|
    fails(/nested more than 250 levels deep or contains itself/) { run(host, 'a = []; a << a; a') }
    still_alive(host)
  end
end

check('many resources come in pages') do
  with_provider('(1..25_000).map { |i| { name: i.to_s, value: i } }') do |host|
    rest = host.call('get', 'type' => 'fault', 'names' => nil)['resources']
    pages = host.notifications.select { |method, _| method == 'resources' }.map { |_, params| params['resources'].length }
    equal([[10_000, 10_000], 5_000], [pages, rest.length])
  end
end

check('what modules leave for the end runs before the answer to shutdown') do
  with_provider do |host|
    run(host, 'at_exit { puts "bye" }; 1')
    equal(0, host.shutdown.exitstatus)
    equal({ 'stdout' => "bye\n" }, host.output)
  end
end

check('an exit! ends the host, and nothing else is said') do
  with_provider do |host|
    begin
      run(host, 'exit!(4)')
      raise Checks::Failed, 'expected an end'
    rescue RuntimeError => e
      match(/the host ended: .*exit 4/, e.message)
    end
  end
end

check('a provider that is not there') do
  with_host('puppet/type/fault.rb' => FAULTY_TYPE) do |host|
    error = fails('provider class Puppet::Provider::Fault::Fault not found in puppet/provider/fault/fault') do
      host.call('get', 'type' => 'fault', 'names' => nil)
    end
    equal('Puppet::DevError', error.data['class'])
  end
end

check('a provider file without the class') do
  with_host('puppet/type/fault.rb' => FAULTY_TYPE, 'puppet/provider/fault/fault.rb' => 'X = 1') do |host|
    fails(/\Aprovider class Puppet::Provider::Fault::Fault not found/) { host.call('get', 'type' => 'fault', 'names' => nil) }
  end
end

check('a type that is not there') do
  with_host { |host| fails('Could not find type nope') { host.call('get', 'type' => 'nope', 'names' => nil) } }
end

check('an unknown constant names the module, the line and what to do') do
  with_provider('Puppet::Nonsense.new') do |host|
    fails(%r{\Auninitialized constant Puppet::Nonsense \(used by module 'shelf' in lib/puppet/provider/fault/fault\.rb:3\): Bunraku's Ruby host does not provide it}) do
      host.call('get', 'type' => 'fault', 'names' => nil)
    end
  end
end

%w[Puppet::Util::Nope Puppet::Pops::Nope Puppet::Pops::Types::Nope Puppet::ResourceApi::Nope Facter::Nope Puppet::Type::Nope].each do |name|
  check("an unknown constant #{name}") do
    with_provider(name) { |host| fails(/\Auninitialized constant #{name} \(used by module/) { host.call('get', 'type' => 'fault', 'names' => nil) } }
  end
end

check('an unknown method of Puppet names the module, the line and what to do') do
  with_provider('Puppet.nonsense(1)') do |host|
    fails(%r{\Aundefined method `nonsense' for Puppet \(used by module 'shelf' in lib/puppet/provider/fault/fault\.rb:3\)}) do
      host.call('get', 'type' => 'fault', 'names' => nil)
    end
  end
end

check('log lines below the level of the run are not sent') do
  with_provider('names.map { |name| { name: name, value: eval(name) } }', {}, log_level: 'notice') do |host|
    run(host, 'Puppet.debug("a"); Puppet.info("b"); Puppet.notice("c"); Puppet.debug { raise "never" }; 1')
    equal(['notice: c'], host.logs)
  end
end

check('a timeout in the middle of many lines breaks no line') do
  with_provider do |host|
    fails(/execution expired/) { run(host, 'require "timeout"; Timeout.timeout(0.2) { loop { Puppet.notice("x" * 5000) } }') }
    still_alive(host)
  end
end
