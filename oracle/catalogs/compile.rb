# compile.rb - compiles manifests with the real Puppet and prints the catalogs, one JSON document a line.
#
# Reads requests from stdin, one JSON object a line: {"name", "code" or "manifest", "modulepath", "facts", "node"}.
# Answers {"name", "catalog", "log"} or {"name", "error", "log"}. Needs ruby and Puppet 7.23; facts are given, so that
# the machine itself has no say.

require 'json'
require 'puppet'
require 'puppet/test/test_helper'
require 'tmpdir'

Dir.mktmpdir do |dir|
  Puppet.initialize_settings(['--confdir', "#{dir}/conf", '--vardir', "#{dir}/var", '--codedir', "#{dir}/code",
                              '--strict', ENV.fetch('STRICT', 'warning'), '--no-strict_variables'])
  Puppet[:log_level] = 'notice'
  Puppet::Util::Log.close_all
  $stdin.each_line do |line|
    request = JSON.parse(line)
    lines = []
    Puppet::Util::Log.newdestination(Puppet::Test::LogCollector.new(lines))
    Puppet::Util::Log.level = :notice
    answer = { 'name' => request['name'] }
    begin
      Puppet[:code] = request['code'] || File.read(request['manifest'])
      environment = Puppet::Node::Environment.create(:production, request['modulepath'] || [], Puppet::Node::Environment::NO_MANIFEST)
      node_name = request['node'] || 'web1.example.com'
      facts = Puppet::Node::Facts.new(node_name, request['facts'] || {})
      node = Puppet::Node.new(node_name, facts: facts, environment: environment)
      node.merge(facts.values)
      node.trusted_data = Puppet::Context::TrustedInformation.new('local', node_name, {}).to_h
      loaders = Puppet::Pops::Loaders.new(environment)
      catalog = Puppet.override(current_environment: environment, loaders: loaders, rich_data: true,
                                trusted_information: Puppet::Context::TrustedInformation.new('local', node_name, {})) do
        node.add_server_facts({})
        compiled = Puppet::Parser::Compiler.compile(node)
        JSON.parse(compiled.filter { |resource| resource.virtual? }.to_json)
      end
      catalog.delete('catalog_uuid')
      answer['catalog'] = catalog
    rescue Puppet::Error, StandardError => error
      answer['error'] = error.message
    end
    Puppet::Util::Log.close_all
    answer['log'] = lines.map do |message|
      "[#{message.level}] #{message.source == 'Puppet' ? '' : "#{message.source}: "}#{message.message}"
    end
    puts JSON.generate(answer)
    $stdout.flush
  end
end
