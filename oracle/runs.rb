# runs.rb - records what a run of the real Puppet leaves: report, summary, state and lists.
#
# Applies a small catalog in a folder of its own and writes to crates/engine/tests/golden/runs (or to the folder
# that is given). Times, versions, names and paths are replaced by fixed ones *before* Puppet writes the files, so that a
# change of a file after a rerun is a change of this script or of Puppet. Needs root, ruby and Puppet 7.23.

ENV['TZ'] = 'UTC'

require 'fileutils'
require 'json'
require 'puppet'
require 'tmpdir'

OUT = File.expand_path(ARGV[0] || 'crates/engine/tests/golden/runs')
FileUtils.mkdir_p(OUT)

MANIFEST = <<~'PUPPET'
  class web { notify { 'in a class': } }
  include web
  notify { 'audited': audit => all }
  notify { "two\nlines: 'quoted'": withpath => true }
  file { "${dir}/secret": content => Sensitive("s3\ncret"), mode => '0600', audit => mode }
  file { "${dir}/noop": ensure => present, noop => true }
  exec { '/bin/false': }
  exec { '/bin/true': refreshonly => true, subscribe => Notify['yes'] }
  exec { 'no such command': command => '/bin/true', unless => '/nonexistent/command' }
  exec { '/bin/echo a long text that does not fit into one line of YAML because there are more than eighty letters': }
  notify { 'dependent': require => Exec['/bin/false'], tag => ['a::b'] }
  user { 'nobody knows': ensure => present, provider => 'pw' }
  notify { 'yes': message => 'true' }
PUPPET

# Replaces what differs from run to run.
class Normal
  TIME = Time.utc(2026, 1, 2, 3, 4, Rational('5.123456789')).localtime('+00:00')

  def initialize(dir)
    @dir = dir
    @numbers = 0
  end

  def of(value, key = nil)
    case value
    when Hash then value.to_h { |name, inner| [of(name), of(inner, name)] }
    when Array
      return [value[0], value[1], seconds] if value.size == 3 && value[0].is_a?(String) && value[2].is_a?(Float)
      value.map { |inner| of(inner) }
    when Float then seconds
    when Time then TIME.dup # The same time twice would be written as an alias.
    when String then text(value, key)
    when Integer then ['configuration_version', 'config', 'last_run'].include?(key) ? 1_700_000_000 : value
    else value
    end
  end

  private

  # Each number is another one, so that their order shows.
  def seconds
    @numbers += 1
    @numbers * 0.015625
  end

  def text(value, key)
    return 'node' if key == 'host'
    return '00000000-0000-0000-0000-000000000000' if key.to_s.end_with?('_uuid')
    return TIME.iso8601(9) if value =~ /\A\d{4}-\d\d-\d\dT[\d:.]+\+00:00\z/
    value.gsub(@dir, '/W').gsub(/in \d+\.\d\d seconds/, 'in 0.25 seconds')
  end
end

def write(name, text)
  File.write(File.join(OUT, name), text)
end

Dir.mktmpdir do |dir|
  manifest = File.join(dir, 'site.pp')
  File.write(manifest, "$dir = '#{dir}'\n#{MANIFEST}")
  options = %W[--confdir #{dir}/conf --vardir #{dir}/var --publicdir #{dir}/public --write-catalog-summary --color=false]
  system('puppet', 'apply', *options, manifest, out: File::NULL, err: File::NULL)

  normal = Normal.new(dir)
  report = YAML.unsafe_load_file("#{dir}/var/state/last_run_report.yaml")
  data = normal.of(report.to_data_hash)
  report = Puppet::Transaction::Report.from_data_hash(data)
  write('last_run_report.yaml', YAML.dump(report))
  write('last_run_report.json', JSON.generate(report.to_data_hash) + "\n")

  report.initial_environment = 'production'
  summary = report.raw_summary
  summary['time']['last_run'] = 1_700_000_000
  write('last_run_summary.yaml', YAML.dump(summary))
  write('summary.txt', report.summary.gsub(/Last run: \d+/, 'Last run: 1700000000'))
  raise 'the summary has another form' unless YAML.load_file("#{dir}/public/last_run_summary.yaml").keys == summary.keys

  state = YAML.unsafe_load_file("#{dir}/var/state/state.yaml")
  state.select! { |name, _| name.is_a?(String) && name !~ %r{\AFile\[(?!#{dir}/(secret|noop))} }
  write('state.yaml', YAML.dump(normal.of(state)))
  ['classes.txt', 'resources.txt'].each { |name| write(name, File.read("#{dir}/var/state/#{name}").gsub(dir, '/W')) }

  Puppet.initialize_settings(['--vardir', "#{dir}/store", '--confdir', "#{dir}/conf"])
  FileUtils.mkdir_p(Puppet[:statedir])
  store = Puppet::Transaction::Persistence.new
  store.set_system_value('File[/etc/motd]', 'mode', '0644')
  store.set_system_value('File[/etc/motd]', 'ensure', :file)
  store.set_system_value('Note[a]', 'count', 3)
  store.set_system_value('Note[a]', 'lines', ['one', "two\nthree", { 'a' => nil }])
  store.save
  write('transactionstore.yaml', File.read(Puppet[:transactionstorefile]))
end
