#!/usr/bin/env ruby
# Asks the real Puppet what it answers to the commands of crates/cli/tests/golden/resource.txt, and writes that there.
#
#   oracle/command_line/record.rb

require 'fileutils'
require 'open3'
require 'shellwords'
require 'tmpdir'

ROOT = File.expand_path('../..', __dir__)
SHELF = File.join(ROOT, 'crates/cli/examples/shelf')
GOLDEN = File.join(ROOT, 'crates/cli/tests/golden/resource.txt')

def answer(words, failure)
  Dir.mktmpdir do |directory|
    shelf = File.join(directory, 'shelf')
    FileUtils.mkdir_p(shelf)
    FileUtils.cp(File.join(SHELF, 'initial.yaml'), File.join(shelf, 'state.yaml'))
    File.write(File.join(shelf, 'get-fails'), failure) if failure
    # A value that is missing at the end of the line must stay missing.
    settings = ['--confdir', "#{directory}/c", '--vardir', "#{directory}/v", '--color=false',
                '--libdir', File.join(__dir__, 'module/lib')]
    settings << '--strict=error' unless words.any? { |word| word.start_with?('--strict') }
    command = ['puppet', words[0], *settings, *words[1..]]
    stdout, stderr, status = Open3.capture3({ 'SHELF' => shelf, 'SHELF_TYPES' => SHELF }, *command)
    errors = stderr.lines.map { |line| "E: #{line}" }.join
    "#{stdout}#{errors}rc=#{status.exitstatus}\n"
  end
end

lines = File.readlines(GOLDEN, chomp: true)
head = lines.take_while { |line| line.start_with?('#') }
commands = lines.select { |line| line.start_with?('$ ', '! fails ') }
failure = nil
texts = commands.filter_map do |line|
  if line.start_with?('!')
    failure = line.delete_prefix('! fails ')
    next
  end
  text = +''
  text << "! fails #{failure}\n" if failure
  text << "#{line}\n" << answer(line.delete_prefix('$ ').shellsplit, failure)
  failure = nil
  warn line
  text
end
File.write(GOLDEN, "#{head.join("\n")}\n\n#{texts.join("\n")}")
