# frozen_string_literal: true

# Compiles the manifests of resources/cases.txt with the real Puppet and records what comes of them:
# log lines, resources with all that the catalog says of them, containment, classes, or the error.
require 'json'
require 'puppet'
require 'tmpdir'

FOLDER = Dir.mktmpdir
NODE = 'test.example.com'
LINES = [] # rubocop:disable Style/MutableConstant

Puppet.initialize_settings(['--confdir', "#{FOLDER}/c", '--vardir', "#{FOLDER}/v"])
Puppet[:strict] = :warning
Puppet[:strict_variables] = true
Puppet::Util::Log.newdesttype(:recorded) do
  define_method(:handle) do |entry|
    next if entry.level == :err

    LINES << "  [#{entry.level}] #{"#{entry.source}: " unless entry.source == 'Puppet'}#{entry.message}"
  end
  define_method(:close) {}
  define_method(:name) { :recorded }
  define_method(:initialize) { |*| }
  define_singleton_method(:suitable?) { |_| true }
  define_singleton_method(:match?) { |given| given == :recorded }
end
Puppet::Util::Log.newdestination(:recorded)
Puppet::Util::Log.level = :notice

def compile(code)
  environment = Puppet::Node::Environment.create(:testenv, [])
  Puppet[:code] = code
  facts = Puppet::Node::Facts.new(NODE, 'kernel' => 'Linux')
  node = Puppet::Node.new(NODE, environment: environment, facts: facts, parameters: { 'kernel' => 'Linux' })
  Puppet.override(current_environment: environment, loaders: nil) { Puppet::Parser::Compiler.compile(node) }
end

def described(resource)
  parameters = resource['parameters'] || {}
  parts = ["#{resource['type']}[#{resource['title']}]", parameters.to_json, resource['tags'].to_a.join(',')]
  parts << resource['kind'] << "line=#{resource['line']}" << "exported=#{resource['exported']}"
  parts << "sensitive=#{resource['sensitive_parameters'].join(',')}" if resource['sensitive_parameters']
  "  #{parts.join(' ')}"
end

def answer(code)
  LINES.clear
  data = Puppet.override(rich_data: true) { compile(code).to_data_hash }
  edges = data['edges'].map { |edge| "#{edge['source']}->#{edge['target']}" }
  LINES + data['resources'].map { |resource| described(resource) } +
    ["  edges #{edges.join(' ')}", "  classes #{data['classes'].join(',')}", "  tags #{data['tags'].to_a.join(',')}"]
rescue Puppet::Error => e
  LINES + ["  ERR: #{e.message}".gsub(/#<Puppet::Resource::Type:0x\h+>/, 'SOMEBODY')]
end

cases = File.read(File.join(__dir__, 'resources/cases.txt')).split(/^----\n/)
recorded = cases.map { |code| "#{code.lines.map { |line| ">>> #{line}" }.join}#{answer(code).join("\n")}\n" }
File.write(File.join(__dir__, '../crates/compiler/src/catalog/tests/recorded.txt'), recorded.join)
