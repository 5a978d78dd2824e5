# frozen_string_literal: true

# measure.rb - how the programs of benchmarks measure: the best of three runs of at least 0.2 s.

def timed(rounds, operation)
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
  rounds.times { operation.call }
  Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start
end

def measure(name, operation)
  rounds = 1
  rounds *= 2 while timed(rounds, operation) < 200_000_000
  best = Array.new(3) { timed(rounds, operation) }.min
  puts "#{name}\t#{(best.to_f / rounds).round(1)}"
  $stdout.flush
end
