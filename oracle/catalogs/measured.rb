# measured.rb - compiles one manifest with the real Puppet, prints the catalog as JSON, and says what that took.
#
# measured.rb NODE MANIFEST FACTS.json [MODULEPATH]; writes to the file BENCH_COSTS the most memory that the process had,
# in kB, how long it worked, and how long it compiled, both in nanoseconds.

require_relative 'compiler'

node, manifest, facts, *modulepath = ARGV

def now
  Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
end

compiled = 0
with_puppet do
  facts = JSON.parse(File.read(facts))
  started = now
  compile(File.read(manifest), node, facts, modulepath) do |catalog|
    compiled = now - started
    puts catalog.to_json
  end
end

peak = File.read('/proc/self/status')[/^VmHWM:\s+(\d+) kB/, 1]
worked = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
File.write(ENV.fetch('BENCH_COSTS'), "#{peak} #{worked} #{compiled}")
