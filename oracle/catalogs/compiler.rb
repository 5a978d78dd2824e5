# compiler.rb - the real Puppet as a compiler of manifests, with nothing of the machine: `compile` makes a catalog.
#
# Needs ruby and Puppet 7.23; facts are given, so that the machine itself has no say.

require 'json'
require 'puppet'
require 'tmpdir'

# Sets Puppet up with empty folders, and runs the block.
def with_puppet
  Dir.mktmpdir do |dir|
    Puppet.initialize_settings(['--confdir', "#{dir}/conf", '--vardir', "#{dir}/var", '--codedir', "#{dir}/code",
                                '--strict', ENV.fetch('STRICT', 'warning'), '--no-strict_variables'])
    Puppet[:log_level] = 'notice'
    Puppet::Util::Log.close_all
    yield
  end
end

# Compiles a manifest, and yields the catalog of what a machine applies, while all is set up that writing it needs.
def compile(code, node_name, facts, modulepath)
  Puppet[:code] = code
  environment = Puppet::Node::Environment.create(:production, modulepath, Puppet::Node::Environment::NO_MANIFEST)
  facts = Puppet::Node::Facts.new(node_name, facts)
  node = Puppet::Node.new(node_name, facts: facts, environment: environment)
  node.merge(facts.values)
  trusted = Puppet::Context::TrustedInformation.new('local', node_name, {})
  node.trusted_data = trusted.to_h
  loaders = Puppet::Pops::Loaders.new(environment)
  Puppet.override(current_environment: environment, loaders: loaders, rich_data: true, trusted_information: trusted) do
    node.add_server_facts({})
    yield Puppet::Parser::Compiler.compile(node).filter { |resource| resource.virtual? }
  end
end
