require 'puppet/util/execution'
require 'puppet/util/errors'
require 'tempfile'

class Puppet::Provider::ClusterTool::ClusterTool
  include Puppet::Util::Errors

  def get(_context)
    []
  end

  def set(context, changes)
    changes.each_key { |name| context.notice("#{name}: #{send("use_#{name}", context)}") }
  end

  def use_withenv(_context)
    Puppet::Util.withenv('CLUSTER' => 'here') { `printf %s "$CLUSTER"` }
  end

  def use_paths(_context)
    [Puppet::Util.absolute_path?('/a'), Puppet::Util.absolute_path?('a'), Puppet::Util.path_to_uri('/a b').to_s,
     Puppet::Util.uri_to_path(URI('file:///a%20b'))].inspect
  end

  def use_features(_context)
    [Puppet.features.posix?, Puppet.features.microsoft_windows?, Puppet::Util::Platform.windows?].inspect
  end

  def use_symbolize(_context)
    [Puppet::Util.symbolizehash('a' => 1, 'b' => 2), Puppet::Util::Package.versioncmp('1.10', '1.9')].inspect
  end

  def use_settings(_context)
    [Puppet[:noop], Puppet.settings[:certname], Puppet[:strict], Puppet.settings.setting(:noop).nil?].inspect
  end

  def use_execute(_context)
    output = Puppet::Util::Execution.execute(['sh', '-c', 'echo out; echo err >&2; exit 3'], failonfail: false, combine: true)
    [output.to_s, output.exitstatus, output.class.name].inspect
  end

  def use_execute_failing(_context)
    Puppet::Util::Execution.execute(%w[sh -c false], failonfail: true)
  end

  def use_fail(_context)
    raise Puppet::ExecutionFailure, 'an execution failed'
  end

  def use_fail_context(context)
    fail context.type.name
  end

  def use_errorcontext(_context)
    exceptwrap(type: Puppet::Error) { raise ArgumentError, 'wrapped' }
  end

  def use_parse_error(_context)
    raise Puppet::ParseError.new('cannot be parsed', '/some/file', 12)
  end

  def use_settings_error(_context)
    raise Puppet::Settings::ValidationError, 'a setting is wrong'
  end

  def use_resource_error(_context)
    raise Puppet::ResourceError.new('is wrong', '/some/file.pp', 3)
  end

  def use_tempfile(_context)
    Tempfile.create('cluster') do |file|
      file.write('text')
      file.flush
      File.read(file.path)
    end
  end

  def use_replace_file(_context)
    path = File.join(ENV.fetch('SCRATCH'), 'replaced')
    Puppet::Util.replace_file(path, 0o640) { |file| file.write("new\n") }
    format('%o', File.stat(path).mode & 0o777)
  end

  def use_file_system(_context)
    path = File.join(ENV.fetch('SCRATCH'), 'made')
    Puppet::FileSystem.mkpath(path)
    Puppet::FileSystem.touch(File.join(path, 'a'))
    [Puppet::FileSystem.directory?(path), Puppet::FileSystem.children(path).map { |child| child.basename.to_s }, Puppet::FileSystem.exist?(File.join(path, 'b')),
     Puppet::FileSystem.basename_string(path), Puppet::FileSystem.pathname(path).class.name].inspect
  end

  def use_json(_context)
    [Puppet::Util::Json.load('{"a":1}'), Puppet::Util::Json.dump({ 'a' => [1, nil] }), Puppet::Util::Yaml.safe_load("a: [1]\n")].inspect
  end

  def use_facts(_context)
    [Facter.value(:kernel), Facter.value('os.family'), Facter.value(:os)['family'], Facter['kernel']&.value, Facter.fact(:kernel).value,
     Puppet.runtime[:facter].value(:kernel), Facter.value(:nobody_has_it)].inspect
  end

  def use_facter_execution(_context)
    [Facter::Core::Execution.execute('echo a'), Facter::Core::Execution.which('sh'), Facter::Util::Resolution.which('sh')].inspect
  end

  def use_retry(_context)
    tries = 0
    Puppet::Util::Execution.respond_to?(:execute) && begin
      tries += 1
      raise 'again' if tries < 3

      tries
    rescue RuntimeError
      retry
    end
  end

  def use_timestamps(_context)
    [Puppet::Pops::Time::Timestamp.parse('2020-01-02T03:04:05Z').to_s, Puppet::Pops::Time::Timespan.parse('1-00:00:00').to_s].inspect
  end

  def use_type_checks(_context)
    type = Puppet::Pops::Types::TypeParser.singleton.parse('Variant[Integer[1, 3], Enum[a]]')
    [type.instance?(2), type.instance?('b'), type.to_s, Puppet::Pops::Types::TypeCalculator.infer([1, 'a']).to_s].inspect
  end

  def use_versions(_context)
    [Puppet.version.split('.').first.to_i > 6, Puppet::PUPPETVERSION == Puppet.version, defined?(Puppet::ResourceApi::VERSION).to_s, SemanticPuppet::Version.parse('1.2.3').minor].inspect
  end

  def use_logs(_context)
    Puppet.crit('critical')
    Puppet.alert('alerted')
    Puppet.warn_once('kind', 'key', 'told once')
    Puppet.warn_once('kind', 'key', 'told once')
    Puppet::Util::Log.create(level: :notice, message: 'made', source: 'Somebody')
    Puppet.send_log(:notice, 'sent')
    Puppet.notice "with #{1 + 1}"
    'said'
  end

  def use_deprecation(_context)
    Puppet.deprecation_warning('this is old', 'a key')
    'warned'
  end

  def use_singleton(_context)
    self.class.instance_variable_set(:@calls, self.class.instance_variable_get(:@calls).to_i + 1)
  end

  def use_require_lib(_context)
    require 'puppet_x/cluster/client'
    [PuppetX::Cluster::VERSION, PuppetX::Cluster::Client.instance.equal?(PuppetX::Cluster::Client.instance)].inspect
  end

  def use_types(_context)
    [Puppet::Type.type(:cluster_secret).name, Puppet::Type.type(:nobody_has).inspect, Puppet::Type.type(:file).nil?].inspect
  end

  def use_uuid(_context)
    [Puppet::Util::UuidV5, SecureRandom.uuid.length].map(&:to_s).inspect if defined?(Puppet::Util::UuidV5)
  end

  def use_thread(_context)
    Thread.new { Thread.current[:told] = 'from a thread' }.tap(&:join)[:told]
  end

  def use_open3(_context)
    require 'open3'
    Open3.capture3('sh', '-c', 'cat; echo err >&2', stdin_data: 'in').first(2).inspect
  end

  def use_digest(_context)
    [Digest::MD5.hexdigest('a'), OpenSSL::Digest.new('SHA256').hexdigest('a')[0, 8], Base64.strict_encode64('a')].inspect
  rescue NameError => e
    e.message
  end

  def use_symbolic_mode(_context)
    include_mode = Class.new { include Puppet::Util::SymbolicFileMode }.new
    [include_mode.valid_symbolic_mode?('u=rw'), include_mode.symbolic_mode_to_int('u=rw,g=r', 0)].inspect
  end

  def use_suid(_context)
    Puppet::Util::SUIDManager.asuser(nil, nil) { 'as somebody' }
  end

  def use_lookup(_context)
    Puppet.lookup(:current_environment) { nil }.class.name.to_s.empty?.to_s
  end
end
