# frozen_string_literal: true

require_relative '../../../bench_world'

# Knows all accounts at once.
class Puppet::Provider::BenchAccount::BenchAccount < BenchWorld
  def get(_context)
    @accounts.values
  end
end
