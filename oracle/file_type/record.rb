# record.rb - records what the real Puppet says and leaves when it manages files.
#
#   ruby oracle/file_type/record.rb [crates/cli/tests/golden/file_type.jsonl]
#
# A case (cases.rb) has a manifest and what there is before it is applied, twice unless it says otherwise. Recorded are
# the log lines of each run from `info` on and the tree that it leaves. `%D` is a folder of its own, which is written
# as /W; temporary names, times and sums of times are replaced. Under noop the words are those of Puppet 8. Needs root,
# ruby and Puppet 7.23; ONLY is a part of the names of the cases to run.

ENV['TZ'] = 'UTC'

require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/util/command_line'
require 'puppet/transaction/resource_harness'
require 'puppet/indirector/facts/facter'
require 'puppet/application/apply'
require 'puppet/pops'
require 'puppet/configurer'

CASES = eval(File.read(File.join(__dir__, 'cases.rb')))
LEVELS = {
  'debug' => 'Debug', 'info' => 'Info', 'notice' => 'Notice', 'warning' => 'Warning', 'err' => 'Error',
  'crit' => 'Critical', 'alert' => 'Alert', 'emerg' => 'Emergency'
}.freeze
UNTOLD = /\A(Using environment|Applied catalog|Compiled catalog|Applying configuration|Creating state file|Loading facts)/.freeze

# Puppet 8 tells under noop the change that it would make.
class Puppet::Transaction::ResourceHarness
  alias noop_of_puppet7 noop
  def noop(event, param, current_value, audit_message)
    return noop_of_puppet7(event, param, current_value, audit_message) if param.sensitive

    event.message = "#{param.change_to_s(current_value, param.should)} (noop)#{audit_message}"
    event.status = 'noop'
  end
end

# No case needs to know the machine, which takes longer than everything else.
class Puppet::Node::Facts::Facter
  def find(request)
    Puppet::Node::Facts.new(request.key, 'os' => { 'family' => 'Debian', 'name' => 'Debian' }, 'kernel' => 'Linux')
  end
end

# Makes what there is before the first run: folders (nil), files (text, or text and mode), links (a symbol).
def prepare(dir, before)
  before.each do |path, what|
    path = File.join(dir, path)
    case what
    when nil then FileUtils.mkdir_p(path)
    when Symbol then File.symlink(what.to_s.gsub('%D', dir), path)
    when Integer
      FileUtils.mkdir_p(path)
      File.chmod(what, path)
    else
      text, mode = what
      FileUtils.mkdir_p(File.dirname(path))
      File.write(path, text)
      File.chmod(mode || 0o644, path)
    end
  end
end

def tree(dir)
  Dir.glob('**/*', File::FNM_DOTMATCH, base: dir).reject { |name| name == '.' || name.end_with?('/.') }.sort.map do |name|
    path = File.join(dir, name)
    stat = File.lstat(path)
    mode = format('%04o', stat.mode & 0o7777)
    if stat.symlink? then "#{name} -> #{File.readlink(path).gsub(dir, '/W')}"
    elsif stat.directory? then "#{name}/ #{mode}"
    elsif stat.file? then "#{name} #{mode} #{File.read(path).inspect.gsub(dir, '/W')}"
    else "#{name} #{mode} #{stat.ftype}"
    end
  end
end

def normal(text, dir)
  text.gsub(dir, '/W')
      .gsub(%r{/W/([\w./-]*?)20\d{6}-\d+-\w+(\.\w+)?}, '/W/\1TEMPORARY')
      .gsub(%r{/tmp/puppet-file20\d{6}-\d+-\w+}, 'TEMPORARY')
      .gsub(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [+-]\d{4}/, 'TIME')
      .gsub(/\{(mtime|ctime)\}\d{4}-\S+ \S+ \S+/, '{\1}TIME')
      .gsub(%r{\(file: .*?site\.pp, line: (\d+)\)}, '(line: \1)')
end

def lines(path, dir)
  text = File.exist?(path) ? File.read(path).strip.sub(/,\z/, '') : ''
  text = "[#{text}" unless text.start_with?('[')
  text = "#{text}]" unless text.end_with?(']')
  JSON.parse(text).filter_map do |entry|
    next if entry['message'] =~ UNTOLD

    source = entry['source']
    normal("#{LEVELS.fetch(entry['level'])}: #{source == 'Puppet' ? '' : "#{source}: "}#{entry['message']}", dir)
  end
end

def apply(work, dir, manifest, options)
  log = "#{work}/log.json"
  FileUtils.rm_f(log)
  child = fork do
    $stdout.reopen('/dev/null')
    $stderr.reopen('/dev/null')
    arguments = [
      'apply', '--confdir', "#{work}/conf", '--vardir', "#{work}/var", '--certname', 'vm', '--color=false', '--verbose',
      '--detailed-exitcodes', '--strict=error', '--logdest', log, '--modulepath', "#{dir}/modules", *options,
      '-e', manifest.gsub('%D', dir)
    ]
    Puppet::Util::CommandLine.new('puppet', arguments).execute
  end
  _, status = Process.wait2(child)
  { log: lines(log, dir), code: status.exitstatus, tree: tree(dir) }
end

File.umask(0o022)
path = ARGV.fetch(0, 'crates/cli/tests/golden/file_type.jsonl')
File.open(path, 'w') do |output|
  CASES.each do |name, test|
    next if ENV['ONLY'] && !name.include?(ENV['ONLY'])

    Dir.mktmpdir do |work|
      dir = File.join(work, 'd')
      FileUtils.mkdir_p(["#{work}/conf", "#{work}/var", dir])
      before = test.fetch(:before, {})
      prepare(dir, before)
      manifests = Array(test.fetch(:manifest))
      manifests *= 2 if manifests.size == 1 && !test[:once]
      start = tree(dir)
      options = test.fetch(:options, [])
      runs = manifests.map { |manifest| { manifest: manifest }.merge(apply(work, dir, manifest, options)) }
      shown = before.transform_values { |what| what.is_a?(Symbol) ? { link: what.to_s } : what }
      output.puts JSON.generate(name: name, root: test[:root] || false, options: options, before: shown, start: start, runs: runs)
      output.flush
    end
  end
end
