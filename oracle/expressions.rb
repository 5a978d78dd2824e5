# Asks the real Puppet what expressions give, and writes down the answers.
#
#   ruby oracle/expressions.rb
#
# reads oracle/expressions/cases.txt (a program a line; `= EXPRESSION` stands for `notice(EXPRESSION)`, and `%n`
# for the end of a line) and writes crates/compiler/src/evaluate/tests/recorded.jsonl: each program with the log lines that
# it gave, and its error if it failed. Made with Puppet 7.23, with the settings that Puppet 8 has by default.

ENV['TZ'] = 'UTC'
ENV['LC_ALL'] ||= 'C.UTF-8'
Encoding.default_external = Encoding::UTF_8
$VERBOSE = nil

require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'

CASES = File.expand_path('expressions/cases.txt', __dir__)
RECORD = File.expand_path('../crates/compiler/src/evaluate/tests/recorded.jsonl', __dir__)
FACTS = { 'kernel' => 'Linux' }.freeze

Lines = Class.new(Array)

Puppet::Util::Log.newdesttype :expressions do
  match 'Lines'

  def initialize(lines)
    @lines = lines
  end

  def handle(message)
    source = ['Puppet', 'Scope(Class[main])'].include?(message.source) ? '' : "#{message.source}: "
    @lines << "#{message.level}: #{source}#{message}"
  end
end

base = Dir.mktmpdir('expressions')
at_exit { FileUtils.rm_rf(base) }
folders = %w[confdir vardir rundir logdir codedir].to_h { |name| [name, File.join(base, name)] }
folders.each_value { |folder| Dir.mkdir(folder) }
Puppet.initialize_settings(folders.flat_map { |name, folder| ["--#{name}", folder] })
Puppet[:strict] = :error
Puppet[:strict_variables] = true
Puppet::Util::Log.close_all
Puppet::Util::Log.level = :info
lines = Lines.new
Puppet::Util::Log.newdestination(lines)

def compile(source, number)
  environment = Puppet::Node::Environment.create(:"expressions#{number}", [])
  facts = Puppet::Node::Facts.new('test', FACTS)
  node = Puppet::Node.new('test.example.com', environment: environment, facts: facts)
  node.merge(FACTS)
  Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment,
                  rich_data: true) do
    Puppet[:code] = source
    Puppet::Parser::Compiler.compile(node)
    nil
  end
rescue StandardError, SystemStackError => error
  # Addresses of objects differ from run to run.
  text = error.message.sub(' on node test.example.com', '').gsub(/:0x0000\h{12}|@hash=-?\d+/, '')
  text.sub(/environment expressions\d+/, 'environment production')
end

cases = File.readlines(CASES, chomp: true).reject { |line| line.empty? || line.start_with?('#') }
File.open(RECORD, 'w') do |record|
  cases.each_with_index do |line, number|
    source = (line.start_with?('= ') ? "notice(#{line[2..]})" : line).gsub('%n', "\n")
    lines.clear
    error = compile(source, number)
    logged = error ? lines.reject { |logged_line| logged_line.start_with?('err: ') } : lines
    record.puts JSON.generate({ source: source, lines: logged, error: error }.compact)
  end
end
