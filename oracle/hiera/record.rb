#!/usr/bin/ruby
# frozen_string_literal: true

# record.rb - records what the real Puppet answers about the data of crates/cli/tests/golden/hiera.
#
# Each folder there has `conf` (the global hiera.yaml), `code` (environments), `facts.yaml` and `commands.txt`, a command
# a line without `puppet`. Writes `answers.txt` next to them: the command behind `$ `, its output, errors behind `E: `,
# and the exit code. Everything runs with `--strict=error`, as Puppet 8 does. The facts of the file take the place of
# those of the machine, which nobody can record twice. Links to documentation are those of Puppet 8.

$VERBOSE = nil
require 'shellwords'
require 'tmpdir'
require 'yaml'
require 'puppet'
require 'puppet/util/command_line'
require 'puppet/indirector/facts/facter'
require 'puppet/application/apply'
require 'puppet/application/lookup'
require 'puppet/parser'
require 'puppet/pops'

# The facts of the file.
class Puppet::Node::Facts::Facter
  class << self
    attr_accessor :given
  end

  def find(request)
    Puppet::Node::Facts.new(request.key, self.class.given.dup)
  end
end

# What is trusted about a machine takes its name from a fact that real facts have.
Puppet::Context::TrustedInformation.singleton_class.prepend(Module.new do
  def local(node)
    node.parameters['clientcert'] ||= Puppet[:certname] if node
    super
  end
end)

ROOT = File.expand_path('../../crates/cli/tests/golden/hiera', __dir__)

# Runs a command in a process of its own, which need not load Puppet again.
def answer(folder, words)
  read, write = IO.pipe
  read_error, write_error = IO.pipe
  pid = fork do
    $stdout.reopen(write)
    $stderr.reopen(write_error)
    Dir.chdir(folder)
    Puppet::Util::CommandLine.new('puppet', words).execute
    exit 0
  end
  write.close
  write_error.close
  output = Thread.new { read.read }
  errors = Thread.new { read_error.read }
  _, status = Process.wait2(pid)
  [output.value, errors.value, status.exitstatus]
end

folders = ARGV.empty? ? Dir.children(ROOT).select { |name| File.directory?(File.join(ROOT, name)) }.sort : ARGV
folders.each do |name|
  folder = File.join(ROOT, name)
  facts = YAML.load_file(File.join(folder, 'facts.yaml'))
  Puppet::Node::Facts::Facter.given = facts
  recorded = +''
  Dir.mktmpdir do |work|
    File.readlines(File.join(folder, 'commands.txt'), chomp: true).each do |line|
      words = Shellwords.split(line)
      words += ['--facts', File.join(folder, 'facts.yaml')] if words.first == 'lookup'
      words += ['--confdir', File.join(folder, 'conf'), '--codedir', File.join(folder, 'code'), '--vardir', work,
                '--certname', 'web1.example.com', '--strict=error', '--color=false']
      output, errors, code = answer(folder, words)
      output = "#{output}\n" unless output.empty? || output.end_with?("\n")
      recorded << "$ #{line}\n" << output << errors.lines.map { |error| "E: #{error}" }.join << "rc=#{code}\n\n"
    end
    recorded.gsub!(work, 'VAR')
  end
  recorded.gsub!(folder, 'DIR')
  recorded.gsub!('docs/puppet/7.23/', 'docs/puppet/8.11/')
  recorded.gsub!(/ in \d+\.\d+ seconds/, ' in N seconds')
  File.write(File.join(folder, 'answers.txt'), recorded)
  warn "#{name}: #{recorded.scan(/^\$ /).size} answers"
end
