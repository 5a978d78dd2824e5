# frozen_string_literal: true

# Records what the real Puppet answers to the snippets with which the Ruby host is compared.
#
#   ruby oracle/ruby_host.rb
require 'puppet'
require 'puppet/resource_api'
require 'puppet/resource_api/io_context'
require 'puppet/resource_api/simple_provider'
require 'puppet/test/test_helper'
require 'tmpdir'
require 'json'

tests = File.expand_path('../crates/hosts/tests/ruby_host', __dir__)
scratch = Dir.mktmpdir
at_exit { FileUtils.rm_rf(scratch) }
Puppet.initialize_settings(['--confdir', "#{scratch}/conf", '--vardir', "#{scratch}/var", '--strict', 'error'])
Puppet::Util::Log.level = :debug
logs = []
Puppet::Util::Log.newdestination(Puppet::Test::LogCollector.new(logs))
require "#{tests}/evaluate"

answers = Snippets.read("#{tests}/snippets.txt").to_h do |name, code|
  logs.clear
  shown = Snippets.show(code)
  lines = logs.map do |log|
    source = log.source == 'Puppet' ? '' : "#{log.source}: "
    Snippets.tidy("#{log.level}: #{source}#{log.message}")
  end
  [name, { 'value' => shown, 'logs' => lines }]
end
File.write("#{tests}/answers.json", "#{JSON.pretty_generate(answers)}\n")

# What the real Facter makes of the facts with which the host is compared.
require 'open3'

names = File.read("#{tests}/facts/shelf.rb").scan(/(?:add|define_fact)\(:(\w+)/).flatten.uniq.sort
output, log, = Open3.capture3('facter', '--no-color', '--no-external-facts', '--custom-dir', "#{tests}/facts", '--json', *names)
lines = log.lines.map { |line| line[/ERROR Facter - (.*?)\s*$/, 1] }.compact.map { |line| line.gsub(/\e\[\d*m/, '') }
File.write("#{tests}/facts.json", "#{JSON.pretty_generate('facts' => JSON.parse(output), 'errors' => lines.sort)}\n")
