# record.rb - records what the real Puppet says and leaves when it runs the Ruby modules of the tests.
#
#   ruby oracle/ruby_modules/record.rb [GROUP...]        (all of oracle/ruby_modules/cases without arguments)
#
# A case (cases/GROUP.rb) is one command line, or several after each other (`runs`), and the files that there are before
# (`before`). Recorded in crates/cli/tests/golden/ruby_modules/GROUP.jsonl are the lines of both streams, the exit code
# and the tree that is left, for each run. `%D` is a folder of the case, which the modules know as SCRATCH, `%M` the
# folder of the modules. Times are replaced, backtraces keep the lines of the modules, and of the debug lines those
# remain that speak of the modules' types. Under noop the words are those of Puppet 8, and the feature
# `custom_generate`, which the gem of Debian lacks, is added. Every case runs with --strict=error unless it says
# otherwise. Needs ruby, Puppet 7.23 and the gem puppet-resource_api; ONLY is a part of the names of the cases to run, or
# several with `|` between them (nothing is written then, unless KEEP is set: all others stay as they were recorded).

# Ruby 3.4, with which Puppet 8 comes, keeps these out of messages.
exec('ruby', '--disable=error_highlight', '--disable=did_you_mean', __FILE__, *ARGV) if defined?(ErrorHighlight)

ENV['TZ'] = 'UTC'
ENV['LANG'] = 'C.UTF-8'

require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/util/command_line'
require 'puppet/transaction/resource_harness'
require 'puppet/indirector/facts/facter'
require 'puppet/application/apply'
require 'puppet/application/resource'
require 'puppet/application/device'
require 'puppet/pops'
require 'puppet/configurer'
require 'puppet/resource_api'

CASES = File.join(__dir__, 'cases')
MODULES = File.expand_path('../../crates/cli/tests/ruby_modules', __dir__)
GOLDEN = File.expand_path('../../crates/cli/tests/golden/ruby_modules', __dir__)

# The types and transports of the modules: debug lines about others are not compared.
OURS = Dir.glob("#{MODULES}/*/lib/puppet/{type,transport/schema}/*.rb").map { |file| File.basename(file, '.rb') }.uniq
TOLD = Regexp.union(
  /\A(#{OURS.join('|')})(\[.*\])?: /,
  /\A(Current|Target) State: /,
  /\AExecuting(?: with uid=\w+)?: /,
  /\ARegistering auto/,
  %r{\A/Stage.*: (Adding|Skipping) (auto|device|host)},
  %r{\A/Stage.*: (Nothing to manage|Resource is being skipped)},
  /\ATold by a provider/
)

# Puppet 8 tells under noop the change that it would make.
class Puppet::Transaction::ResourceHarness
  alias noop_of_puppet7 noop
  def noop(event, param, current_value, audit_message)
    return noop_of_puppet7(event, param, current_value, audit_message) if param.sensitive

    event.message = "#{param.change_to_s(current_value, param.should)} (noop)#{audit_message}"
    event.status = 'noop'
  end
end

# What version 2 of the gem does for the feature `custom_generate`.
module Generating
  def register_type(definition)
    type = super
    return type unless Array(definition[:features]).include?('custom_generate')

    type.define_method(:generate) do
      raise 'No generate method found within the types provider' unless my_provider.respond_to?(:generate)

      my_provider.generate(context, rsapi_title, @rsapi_current_state, rsapi_canonicalized_target_state)
    end
    type
  end
end
Puppet::ResourceApi.singleton_class.prepend(Generating)

# Few cases need to know the machine, which takes longer than everything else.
class Puppet::Node::Facts::Facter
  alias find_all find
  def find(request)
    return find_all(request) if $group == 'facts'

    Puppet::Node::Facts.new(request.key, 'os' => { 'family' => 'Debian', 'name' => 'Debian' }, 'kernel' => 'Linux')
  end
end
%w[kernel os].each { |name| Puppet.runtime[:facter].value(name) }

# Lets all cases share what Facter knows of the machine. /proc/1 must be readable: `unshare -pf --mount-proc`.
def know_machine
  Facter.to_hash
  Facter::SessionCache.define_singleton_method(:invalidate_all_caches) { nil }
  Facter.define_singleton_method(:clear) { LegacyFacter.clear }
end

def prepare(dir, before)
  before.each do |path, what|
    path = File.join(dir, path)
    FileUtils.mkdir_p(File.dirname(path))
    what.nil? ? FileUtils.mkdir_p(path) : File.write(path, what.gsub('%D', dir))
  end
end

def tree(dir)
  Dir.glob('**/*', File::FNM_DOTMATCH, base: dir).reject { |name| name == '.' || name.end_with?('/.') }.sort.map do |name|
    path = File.join(dir, name)
    File.directory?(path) ? "#{name}/" : "#{name} #{JSON.generate(File.read(path).gsub(dir, '%D'))}"
  end
end

# The lines of a stream without what is never the same.
def lines(text, dir, work)
  text = text.scrub.gsub(dir, '%D').gsub(work, '%W').gsub(MODULES, '%M')
             .gsub(/(in|after) \d+\.\d+ seconds/, '\1 N seconds')
             .gsub(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)? ?([+-]\d\d:?\d\d|Z)/, 'TIME')
             .gsub(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?/, 'TIME')
             .gsub(/"clientversion": ".*"/, '"clientversion": "VERSION"')
             .gsub(/\(location: .*\)/, '(location: LOCATION)')
             .gsub(/#<(\w[\w:]*):0x\h+/, '#<\1:0xADDRESS')
  text.lines(chomp: true).select do |line|
    next false if line =~ %r{\A(\s*from )?(/usr/|/var/lib/gems|<internal:|bunraku-host|\S*oracle/ruby_modules/).*:\d+:in }
    # Puppet loads providers several times.
    next false if line =~ /warning: (already initialized constant|previous definition of)/
    # What Facter leaves of its debugging.
    next false if line.start_with?('{:address=>')
    next false if line.include?('Unknown feature detected: ["custom_generate"]')
    next false if line =~ /\AInfo: (Using environment|Applying configuration|Creating state file|Loading facts)/

    # We tell the states of built-in types, too.
    next false if line =~ /\ADebug: (Current|Target) State: .*(:path=>|:message=>|:title=>"%D)/

    !line.start_with?('Debug: ') || line.delete_prefix('Debug: ').match?(TOLD)
  end
end

def run(work, dir, arguments, input)
  out, err = %w[out err].map { |name| "#{work}/#{name}" }
  place = lambda do |word|
    word.gsub('%D', dir).gsub('%M', MODULES).gsub('%W', work)
  end
  File.write("#{work}/in", input)
  child = fork do
    $stdin.reopen("#{work}/in")
    $stdout.reopen(out, 'w')
    $stderr.reopen(err, 'w')
    ENV['SCRATCH'] = dir
    Dir.chdir(dir)
    folders = %w[log run ssl code].flat_map { |name| ["--#{name}dir", "#{work}/#{name}"] }
    Puppet::Util::CommandLine.new('puppet', [*arguments.map(&place), *COMMON.map(&place), *folders]).execute
  end
  _, status = Process.wait2(child)
  {
    arguments: arguments, stdout: lines(File.read(out), dir, work), stderr: lines(File.read(err), dir, work),
    code: status.exitstatus || "signal #{status.termsig}", tree: tree(dir)
  }
end

# What every run is told. The test gives the same, so cases do not hold it.
COMMON = %w[--modulepath %M --confdir %W/conf --vardir %W/var --certname vm --color=false].freeze

# The command line of a run in the short forms that cases use.
def arguments(test)
  strict = ["--strict=#{test.fetch(:strict, 'error')}"]
  return [*test[:run], *strict] if test[:run]
  return ['device', *test[:device], '--deviceconfig', '%D/device.conf', *strict] if test[:device]

  ['apply', *test.fetch(:options, %w[--verbose --detailed-exitcodes]), *strict, '-e', test.fetch(:apply)]
end

def recorded(name, test)
  Dir.mktmpdir('ruby-modules') do |work|
    dir = File.join(work, 'd')
    FileUtils.mkdir_p([dir, "#{work}/conf", "#{work}/var"])
    before = test.fetch(:before, {})
    prepare(dir, before)
    runs = test.fetch(:runs, [test]) * (test[:twice] ? 2 : 1)
    { name: name, before: before, runs: runs.map { |one| run(work, dir, arguments(one), '') } }
  end
end

File.umask(0o022)
groups = ARGV.empty? ? Dir.children(CASES).map { |file| File.basename(file, '.rb') }.sort : ARGV
groups.each do |group|
  $group = group
  know_machine if group == 'facts'
  cases = eval(File.read(File.join(CASES, "#{group}.rb")), TOPLEVEL_BINDING, "#{group}.rb")
  parts = ENV.fetch('ONLY', '').split('|')
  chosen = cases.select { |name, _| parts.empty? || parts.any? { |part| name.include?(part) } }
  lines = chosen.to_h { |name, test| [name, JSON.generate(recorded(name, test))] }
  next lines.each_value { |line| puts JSON.pretty_generate(JSON.parse(line)) } if ENV['ONLY'] && !ENV['KEEP']

  if ENV['KEEP']
    before = File.readlines("#{GOLDEN}/#{group}.jsonl", chomp: true).to_h { |line| [JSON.parse(line)['name'], line] }
    lines = cases.keys.to_h { |name| [name, lines[name] || before.fetch(name)] }
  end

  File.write("#{GOLDEN}/#{group}.jsonl", lines.values.map { |line| "#{line}\n" }.join)
  puts "#{group}: #{lines.size} cases"
end
