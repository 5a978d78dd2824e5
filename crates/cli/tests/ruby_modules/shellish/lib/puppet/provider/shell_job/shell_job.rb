require 'puppet'
require 'puppet/util/execution'
require 'puppet/util/package'
require 'facter'

class Puppet::Provider::ShellJob::ShellJob < Puppet::Provider
  def get(_context)
    []
  end

  def set(context, changes)
    changes.each do |name, _change|
      result = public_send("job_#{name}", context)
      context.notice("#{name}: #{result.inspect}")
    end
  end

  def job_string(_context)
    output = Puppet::Util::Execution.execute('echo one two | tr a-z A-Z; echo err >&2')
    [output, output.class.name, output.exitstatus, output.is_a?(String)]
  end

  def job_array(_context)
    Puppet::Util::Execution.execute(['printf', '%s|', 'a b', '$HOME', '*'])
  end

  def job_options_are_off(_context)
    output = Puppet::Util::Execution.execute(['sh', '-c', 'echo out; echo err >&2; exit 3'], {})
    with = Puppet::Util::Execution.execute(['sh', '-c', 'echo out; echo err >&2; exit 4'], combine: true)
    [output, output.exitstatus, with, with.exitstatus]
  end

  def job_fails(_context)
    Puppet::Util::Execution.execute(['sh', '-c', 'echo out; echo err >&2; exit 3'])
  end

  def job_fails_by_option(_context)
    Puppet::Util::Execution.execute('echo wrong; exit 7', failonfail: true)
  end

  def job_fails_secretly(_context)
    Puppet::Util::Execution.execute(['sh', '-c', 'exit 1 # s3cr3t'], failonfail: true, sensitive: true)
  end

  def job_missing(_context)
    Puppet::Util::Execution.execute(['/nowhere/command', 'x'])
  end

  def job_rescued(_context)
    Puppet::Util::Execution.execute(['false'])
  rescue Puppet::ExecutionFailure => e
    [e.class, e.message]
  end

  def job_environment(_context)
    a = Puppet::Util::Execution.execute('echo "$COLOR $LANG $LC_ALL"', custom_environment: { 'COLOR' => 'red' })
    b = Puppet::Util::Execution.execute('echo "$COLOR" $(pwd)', cwd: '/', custom_environment: { COLOR: 'blue' })
    [a, b]
  end

  def job_squelch(_context)
    Puppet::Util::Execution.execute('echo nothing', squelch: true)
  end

  def job_stdin(_context)
    path = File.join(ENV['SCRATCH'], 'input')
    File.write(path, "from a file\n")
    [Puppet::Util::Execution.execute('cat', stdinfile: path), Puppet::Util::Execution.execute('cat')]
  end

  def job_execpipe(_context)
    Puppet::Util::Execution.execpipe(['echo', 'piped']) { |pipe| pipe.read }
  end

  def job_provider_execute(_context)
    [execute(['echo', 'by the provider']), Puppet::Provider.execute('echo by the class', failonfail: false)]
  end

  def job_which(_context)
    [Puppet::Util.which('sh'), Puppet::Util.which('no-such-command'), which('/bin/sh')]
  end

  def job_facts(_context)
    [Facter.value(:kernel), Facter.value('os.family'), Facter.value(:os)['family'], Facter.fact(:kernel).value, Facter.value(:no_such_fact), Facter::Core::Execution.execute('echo facter')]
  end

  def job_settings(_context)
    [Puppet[:certname], Puppet.settings[:strict], Puppet[:vardir].start_with?('/'), Puppet['noop'], Puppet[:statedir].delete_prefix(Puppet[:vardir])]
  end

  def job_unknown_setting(_context)
    Puppet[:no_such_setting]
  end

  def job_logging(_context)
    Puppet.debug('Told by a provider: debug')
    Puppet.debug { 'Told by a provider: in a block' }
    Puppet.info('info')
    Puppet.notice('notice')
    Puppet.warning('warning')
    Puppet.err('err')
    Puppet.alert('alert')
    Puppet.crit('crit')
    Puppet.emerg('emerg')
    Puppet.send_log(:notice, 'sent')
    2.times { Puppet.warn_once('kind', 'key', 'only once') }
    Puppet.warning("two\nlines")
    nil
  end

  def job_log_exception(_context)
    begin
      raise ArgumentError, 'inner'
    rescue StandardError => e
      Puppet.log_exception(e, 'outer')
      Puppet.log_exception(e)
    end
    nil
  end

  def job_versions(_context)
    [Puppet::Util::Package.versioncmp('1.10', '1.9'), Puppet::Util::Package.versioncmp('1.0-1', '1.0'), Puppet.version.to_i >= 7]
  end

  def job_files(_context)
    path = File.join(ENV['SCRATCH'], 'fs')
    Puppet::FileSystem.touch(path)
    [Puppet::FileSystem.exist?(path), Puppet::FileSystem.exist?('/nowhere'), Puppet::FileSystem.read(path), Puppet::FileSystem.basename_string(path), Puppet.features.root?.class, Puppet::Util::Platform.windows?]
  end

  def job_types(_context)
    type = Puppet::Pops::Types::TypeParser.singleton.parse('Optional[Array[Integer[0, 5]]]')
    [type.to_s, type.instance?([1, 2]), type.instance?([7]), Puppet::Pops::Types::TypeCalculator.infer(['a', 1]).to_s, Puppet::Type.type(:note).nil?, Puppet::Type.type(:nonsense).nil?, Puppet::Type.metaparam?(:noop)]
  end

  def job_gettext(_context)
    [_('Hello %{who}') % { who: 'world' }, n_('%{n} thing', '%{n} things', 2) % { n: 2 }]
  end

  def job_backticks(_context)
    [`echo ticks`, system('echo to the screen'), $?.exitstatus]
  end

  def job_errors(_context)
    [Puppet::Error, Puppet::ResourceError, Puppet::DevError, Puppet::ExecutionFailure, Puppet::ParseError].map { |error| [error.name, error.ancestors.include?(StandardError), error.new('x').message] }
  end

  def job_sensitive(_context)
    secret = Puppet::Pops::Types::PSensitiveType::Sensitive.new('h1dden')
    [secret, secret.to_s, secret.unwrap.length, secret == Puppet::Pops::Types::PSensitiveType::Sensitive.new('h1dden')]
  end

  def job_unknown_constant(_context)
    Puppet::Util::NoSuchThing.new
  end

  def job_libraries(_context)
    [JSON.generate('a' => 1), YAML.dump('a' => [1]), URI('http://x/y').path, Pathname.new('/a/b').basename.to_s, Set.new([1]).size, Time.parse('2020-01-01 00:00:00 UTC').year,
     Digest::SHA256.hexdigest('x')[0, 8], SecureRandom.hex(2).length, Etc.getpwuid(0).name, OpenStruct.new(a: 1).a, Tempfile.name, Forwardable.name, FileUtils.name, Net::HTTP.name, OpenSSL.name, Socket.name]
  end
end
