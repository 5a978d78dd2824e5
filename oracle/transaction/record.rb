# Runs catalogs with the real Puppet, and writes what it logged to a file of JSON lines.
#
#   ruby oracle/transaction/record.rb crates/engine/tests/golden/transaction.jsonl
#
# A case has a manifest, or a catalog that a change of a compiled one makes; the notes that there are before each of
# its runs; and options. Debug lines are kept only when they are about a resource. Needs Puppet 7.23 with the Resource
# API; PUPPET is how it is started, ONLY a part of the names of the cases to run.
require 'json'
require 'fileutils'
require 'tmpdir'
require 'open3'

HERE = __dir__
CASES = eval(File.read(File.join(HERE, 'cases.rb')))
PUPPET = ENV.fetch('PUPPET', 'unshare -pf --mount-proc puppet').split

# Runs a command of Puppet, and returns what it wrote, what it complained about, and how it ended.
def puppet(work, environment, *arguments)
  common = [
    '--confdir', "#{work}/conf", '--vardir', "#{work}/var", '--modulepath', File.join(HERE, 'modules'),
    '--certname', 'vm', '--color=false'
  ]
  Open3.capture3(environment, *PUPPET, *arguments, *common)
end

LEVELS = { 'debug' => 'Debug', 'info' => 'Info', 'notice' => 'Notice', 'warning' => 'Warning', 'err' => 'Error', 'crit' => 'Critical', 'alert' => 'Alert', 'emerg' => 'Emergency' }.freeze

def lines(path)
  text = File.exist?(path) ? File.read(path).strip : ''
  text = text.sub(/,\z/, '')
  text = "[#{text}" unless text.start_with?('[')
  text = "#{text}]" unless text.end_with?(']')
  JSON.parse(text).filter_map do |entry|
    source = entry['source']
    next if entry['level'] == 'debug' && source !~ %r{\A(/|[A-Z][\w:]*\[)}
    next if entry['message'] =~ /\A(Using environment|Applied catalog|Compiled catalog|Using cached|Retrieving|Loading facts|Creating state file)/
    message = entry['message'].gsub(/Evaluated in [\d.]+ seconds/, 'Evaluated in N seconds')
    "#{LEVELS.fetch(entry['level'])}: #{source == 'Puppet' ? '' : "#{source}: "}#{message}"
  end
end

File.open(ARGV.fetch(0), 'w') do |output|
  CASES.each do |name, test|
    next if ENV['ONLY'] && !name.include?(ENV['ONLY'])
    Dir.mktmpdir do |work|
      FileUtils.mkdir_p(["#{work}/conf", "#{work}/var"])
      notes = "#{work}/notes.json"
      environment = { 'NOTES' => notes, 'NOTES_BROKEN' => test[:broken] ? '1' : '0' }
      File.write("#{work}/site.pp", test.fetch(:manifest))
      compiled, problems, = puppet(work, environment, 'catalog', 'compile', 'vm', '--manifest', "#{work}/site.pp", '--node_terminus', 'plain', '--facts_terminus', 'memory')
      start = compiled.index(/^\{/)
      abort "#{name}: #{compiled}#{problems}" unless start
      catalog = JSON.parse(compiled[start..])
      catalog['version'] = 1
      catalog['catalog_uuid'] = 'u'
      catalog['resources'].each { |resource| resource['file'] = '/W/site.pp' if resource['file'] }
      test[:change]&.call(catalog)
      File.write("#{work}/catalog.json", JSON.generate(catalog))
      runs = test.fetch(:runs, [[]]).map do |before|
        File.write(notes, JSON.generate(before)) unless before == :as_it_is
        log = "#{work}/log.json"
        FileUtils.rm_f(log)
        _, _, status = puppet(work, environment, 'apply', '--catalog', "#{work}/catalog.json", '--debug', '--detailed-exitcodes', '--logdest', log, *test.fetch(:options, []))
        { before: before == :as_it_is ? nil : before, log: lines(log), code: status.exitstatus, after: JSON.parse(File.read(notes)) }
      end
      output.puts JSON.generate(name: name, broken: test[:broken] || false, options: test.fetch(:options, []), catalog: catalog, runs: runs)
      output.flush
      warn name
    end
  end
end
