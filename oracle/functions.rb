# Asks the real Puppet what its functions answer, and writes down the answers.
#
#   ruby oracle/functions.rb [GROUP...]
#
# reads oracle/functions/GROUP.txt (a program a line; `= EXPRESSION` shows the value and its type) and writes
# crates/compiler/tests/functions/recorded/GROUP.jsonl: each program with the log lines that it gave, and its error if
# it failed. The folder of the modules that the programs use stands as `<modules>`. Answers that show an object of Ruby by
# its address are left out. Made with Puppet 7.23, with the settings that Puppet 8 has by default; groups
# that are lenient with `strict` as Puppet 7 has it. Groups of stdlib need a folder with that module in it, named by
# STDLIB_MODULES; those of Debian's modules a folder with all of them, named by DEBIAN_MODULES.

ENV['TZ'] = 'UTC'
ENV['LC_ALL'] ||= 'C.UTF-8'
Encoding.default_external = Encoding::UTF_8
$VERBOSE = nil

require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'

CASES = File.expand_path('functions', __dir__)
TESTS = File.expand_path('../crates/compiler/tests/functions', __dir__)
MODULES = File.join(TESTS, 'modules')
FACTS = {
  'os' => { 'family' => 'Debian', 'name' => 'Debian', 'release' => { 'major' => '12' } },
  'networking' => { 'ip' => '10.0.0.1', 'fqdn' => 'test.example.com' },
  'kernel' => 'Linux',
  'memorysize' => '3.89 GiB',
}.freeze

Lines = Class.new(Array)

Puppet::Util::Log.newdesttype :functions do
  match 'Lines'

  def initialize(lines)
    @lines = lines
  end

  def handle(message)
    # The error that ends the compilation is recorded as such, and the main class is no source for people.
    return if message.level == :err

    source = ['Puppet', 'Scope(Class[main])'].include?(message.source) ? '' : "#{message.source}: "
    @lines << [message.level.to_s, "#{source}#{message}"]
  end
end

def settle
  base = Dir.mktmpdir('functions')
  at_exit { FileUtils.rm_rf(base) }
  folders = %w[confdir vardir rundir logdir codedir].to_h { |name| [name, File.join(base, name)] }
  folders.each_value { |folder| Dir.mkdir(folder) }
  Puppet.initialize_settings(folders.flat_map { |name, folder| ["--#{name}", folder] })
  Puppet[:strict] = :error
  Puppet[:strict_variables] = true
  Puppet::Util::Log.close_all
  Puppet::Util::Log.level = :info
  Lines.new.tap { |lines| Puppet::Util::Log.newdestination(lines) }
end

def program(line)
  line.start_with?('= ') ? shown(line[2..]) : line
end

# The warnings of stdlib show the frames of Ruby's stack, and the place of its own source.
def without_ruby(text)
  text.gsub(/ at \["([^"]*)", (\d+)\]:\["[^"]*", \d+\]/, ' at \1:\2').gsub(/\n   \(location: .*\)/, '')
end

# What follows an expression on the same line (a class that it needs) goes to the end.
def shown(expression)
  if expression =~ /\A(function .*\}) (\S+\(\))\z/
    "#{Regexp.last_match(1)} with(#{Regexp.last_match(2)}) |$v| { notice($v, type($v, generalized)) }"
  else
    expression, rest = expression.split(/ (?=class )/, 2)
    ["with(#{expression}) |$v| { notice($v, type($v, generalized)) }", rest].compact.join(' ')
  end
end

def compile(source, number, modules)
  environment = Puppet::Node::Environment.create(:"functions#{number}", modules)
  node = Puppet::Node.new('test.example.com', environment: environment, facts: Puppet::Node::Facts.new('test', FACTS))
  node.merge(FACTS)
  Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment,
                  rich_data: true) do
    Puppet[:code] = source.gsub('<modules>', MODULES)
    Puppet::Parser::Compiler.compile(node)
    nil
  end
rescue StandardError, SystemStackError => error
  error.message
end

def answer(lines, source, number, modules)
  lines.clear
  Puppet.clear_deprecation_warnings
  Puppet::Util::Logging.instance_variable_set(:@logged, nil)
  Puppet.instance_variable_get(:@warned_once)&.clear
  error = compile(source, number, modules)
  # The environment has a number of its own in each case.
  error &&= error.gsub(/functions\d+/, 'production').delete_suffix(' on node test.example.com')
  # Puppet 8.11 differs in one address.
  relative = ->(text) { without_ruby(text).gsub(MODULES, '<modules>').gsub('docs/puppet/7.23/', 'docs/puppet/8.11/') }
  { source: source, log: lines.map { |level, text| [level, relative.(text)] }, error: error && relative.(error) }.compact
end

lines = settle
number = 0
groups = ARGV.empty? ? Dir.glob("#{CASES}/*.txt").map { |file| File.basename(file, '.txt') }.sort : ARGV
FileUtils.mkdir_p(File.join(TESTS, 'recorded'))
groups.each do |group|
  modules = [MODULES, *(ENV.fetch('STDLIB_MODULES') if group.start_with?('stdlib'))]
  modules = [ENV.fetch('DEBIAN_MODULES')] if group.start_with?('debian')
  Puppet[:strict] = group.end_with?('_lenient') ? :warning : :error
  programs = File.readlines(File.join(CASES, "#{group}.txt"), chomp: true).reject { |line| line.empty? || line.start_with?('#') }
  answers = programs.map { |line| answer(lines, program(line), number += 1, modules) }.reject { |each| JSON.generate(each) =~ /:0x\h{8}/ }
  File.write(File.join(TESTS, 'recorded', "#{group}.jsonl"), answers.map { |each| JSON.generate(each) + "\n" }.join)
  warn "#{group}: #{answers.size}"
end
