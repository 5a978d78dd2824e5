#!/usr/bin/env ruby
# Asks the real Puppet what it answers to the commands of two files in crates/cli/tests/golden, and writes that there:
# resource.txt, on a fresh shelf of crates/cli/examples/shelf, and commands.txt, in a fresh copy of the folder commands.
#
#   oracle/command_line/record.rb [resource.txt | commands.txt]

require 'fileutils'
require 'open3'
require 'shellwords'
require 'tmpdir'

ROOT = File.expand_path('../..', __dir__)
SHELF = File.join(ROOT, 'crates/cli/examples/shelf')
GOLDEN = File.join(ROOT, 'crates/cli/tests/golden')
FACTS = { 'os' => { 'family' => 'Debian', 'name' => 'Debian' }, 'networking' => { 'hostname' => 'vm' } }

def told(stdout, stderr, status)
  "#{stdout}#{stderr.lines.map { |line| "E: #{line}" }.join}rc=#{status.exitstatus}\n"
end

# Runs a command with types of the shelf. What was said of it may be that every get fails.
def on_shelf(words, said)
  Dir.mktmpdir do |directory|
    shelf = File.join(directory, 'shelf')
    FileUtils.mkdir_p(shelf)
    FileUtils.cp(File.join(SHELF, 'initial.yaml'), File.join(shelf, 'state.yaml'))
    File.write(File.join(shelf, 'get-fails'), said['fails']) if said['fails']
    # A value that is missing at the end of the line must stay missing.
    settings = ['--confdir', "#{directory}/c", '--vardir', "#{directory}/v", '--color=false',
                '--libdir', File.join(__dir__, 'module/lib')]
    settings << '--strict=error' unless words.any? { |word| word.start_with?('--strict') }
    command = ['puppet', words[0], *settings, *words[1..]]
    told(*Open3.capture3({ 'SHELF' => shelf, 'SHELF_TYPES' => SHELF }, *command))
  end
end

# Runs a command in a copy of this process, which has read Puppet once and for all.
def puppet(words, input, directory)
  require 'puppet'
  require 'puppet/util/command_line'
  require 'puppet/application/apply'
  require 'puppet/indirector/facts/facter'
  # The machine does not matter, and to ask for its facts takes longer than all the rest.
  Puppet::Node::Facts::Facter.define_method(:find) do |request|
    Puppet::Node::Facts.new(request.key, FACTS.merge('clientcert' => Puppet[:certname]))
  end
  Dir.mktmpdir do |answers|
    File.write("#{answers}/in", input)
    child = fork do
      $stdin.reopen("#{answers}/in")
      $stdout.reopen("#{answers}/out", 'w')
      $stderr.reopen("#{answers}/err", 'w')
      Dir.chdir(directory)
      Puppet::Util::CommandLine.new('puppet', words).execute
    end
    Process.wait(child)
    [File.read("#{answers}/out"), File.read("#{answers}/err"), $?]
  end
end

# Runs a command in a folder with manifests, modules and templates.
def in_folder(words, said)
  directory = said.key?('again') ? @folder : Dir.mktmpdir
  FileUtils.cp_r(File.join(GOLDEN, 'commands/.'), directory) unless said.key?('again')
  FileUtils.rm_rf(@folder) if @folder && @folder != directory
  @folder = directory
  settings = ['--confdir', "#{directory}/c", '--vardir', "#{directory}/v"]
  settings << '--color=false' unless words.any? { |word| word.start_with?('--color') }
  settings += ['--certname', 'vm'] unless words.include?('--certname')
  # What Puppet 8 does unless it is told otherwise.
  settings += ['--strict=error', '--strict_variables'] unless said.key?('lenient')
  words = words.map { |word| word.gsub('/W', directory) }
  action = %w[apply].include?(words[0]) ? 1 : 2
  command = [*words.take(action), *settings, *words.drop(action)]
  input = said.fetch('input', '').gsub('\\n', "\n")
  answer = told(*puppet(command, input, directory))
  answer.gsub(directory, '/W').gsub(/\b\d+\.\d\d seconds/, 'N.NN seconds')
        .gsub(/(configuration version ')\d+'/, "\\1NNN'").gsub(/^((?:---|\+\+\+) .*)\t.*$/, "\\1\tTIME")
        .gsub(%r{^\+\+\+ /tmp/puppet-file.*\t}, "+++ /tmp/puppet-file\t")
end

def record(name)
  golden = File.join(GOLDEN, name)
  lines = File.readlines(golden, chomp: true)
  head = lines.take_while { |line| line.start_with?('#') }
  said, before = {}, +''
  texts = lines.select { |line| line.start_with?('$ ', '! ') }.filter_map do |line|
    if line.start_with?('! ')
      what, text = line.delete_prefix('! ').split(' ', 2)
      said[what] = text.to_s
      before << "#{line}\n"
      next
    end
    text = "#{before}#{line}\n#{yield line.delete_prefix('$ ').shellsplit, said}"
    said, before = {}, +''
    warn line
    text
  end
  File.write(golden, "#{head.join("\n")}\n\n#{texts.join("\n")}")
end

names = ARGV.empty? ? %w[resource.txt commands.txt] : ARGV
record('resource.txt') { |words, said| on_shelf(words, said) } if names.include?('resource.txt')
record('commands.txt') { |words, said| in_folder(words, said) } if names.include?('commands.txt')
FileUtils.rm_rf(@folder) if @folder
