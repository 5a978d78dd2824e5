# frozen_string_literal: true

# bench_world.rb - the accounts of crates/cli/examples/bench_apply.rs: their types, and a provider that has them in memory.
#
# BENCH_COUNT says how many there are, BENCH_WORLD what they are: `in_sync` with the catalog, `changed` in two
# properties, or `missing`. What the process took is written to the file BENCH_COSTS when it ends: the most memory that it
# had, in kB, and how long it worked, in nanoseconds.
class BenchWorld
  def self.definition(name, features)
    {
      name: name, desc: 'An account', features: features,
      attributes: {
        ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists', default: 'present' },
        name: { type: 'Pattern[/\A[a-z_][a-z0-9_-]{0,31}\z/]', desc: 'Its name', behaviour: :namevar },
        uid: { type: 'Optional[Integer[0]]', desc: 'Its number' },
        home: { type: 'Optional[String[1]]', desc: 'Where it lives' },
        groups: { type: 'Optional[Array[String[1]]]', desc: 'What it belongs to' },
        shell: { type: 'Optional[String[1]]', desc: 'What it runs' }
      }
    }
  end

  def self.accounts
    world = ENV.fetch('BENCH_WORLD')
    return [] if world == 'missing'

    shell = world == 'changed' ? '/bin/sh' : '/bin/bash'
    groups = world == 'changed' ? %w[users] : %w[users wheel]
    Array.new(Integer(ENV.fetch('BENCH_COUNT'))) do |number|
      { ensure: 'present', name: "account#{number}", uid: number, home: "/home/account#{number}",
        groups: groups, shell: shell }
    end
  end

  def initialize
    @accounts = BenchWorld.accounts.to_h { |account| [account[:name], account] }
  end

  def set(_context, changes)
    changes.each { |name, change| @accounts[name] = change[:should] }
  end
end

at_exit do
  peak = File.read('/proc/self/status')[/^VmHWM:\s+(\d+) kB/, 1]
  File.write(ENV.fetch('BENCH_COSTS'), "#{peak} #{Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)}")
end
