# costs.rb - for RUBYOPT=-r: writes to the file BENCH_COSTS, when a process ends, the most memory that it had in kB, and how
# long it worked in nanoseconds.

at_exit do
  peak = File.read('/proc/self/status')[/^VmHWM:\s*(\d+)/, 1]
  worked = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
  File.write(ENV.fetch('BENCH_COSTS'), "#{peak} #{worked}")
end
