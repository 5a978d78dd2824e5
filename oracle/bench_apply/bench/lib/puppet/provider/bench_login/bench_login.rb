# frozen_string_literal: true

require_relative '../../../bench_world'

# Knows accounts by their names.
class Puppet::Provider::BenchLogin::BenchLogin < BenchWorld
  def get(_context, names = [])
    names.nil? || names.empty? ? @accounts.values : @accounts.values_at(*names).compact
  end
end
