# frozen_string_literal: true

require 'json'
module Puppet; end
module Puppet::Transport; end unless defined? Puppet::Transport

# A switch is a file.
class Puppet::Transport::Nexus
  attr_reader :connection_info

  def initialize(context, connection_info)
    context.debug("Connecting to #{connection_info[:username]}@#{connection_info[:hostname]} by #{connection_info[:connector_type]}")
    raise ArgumentError, 'pidgeons do not fly today' if connection_info[:connector_type] == 'pidgeon'

    @connection_info = connection_info
  end

  def verify(_context); end

  def facts(_context)
    { 'hostname' => @connection_info[:hostname], 'operatingsystem' => 'nexus', 'vlans' => vlans.size, 'secret_known' => !@connection_info[:password].unwrap.empty? }
  end

  def vlans
    File.exist?(file) ? JSON.parse(File.read(file)) : {}
  end

  def vlans=(vlans)
    File.write(file, "#{JSON.generate(vlans)}\n")
  end

  def file
    File.join(ENV['SCRATCH'], "#{@connection_info[:hostname]}.json")
  end

  def close(_context)
    File.write(File.join(ENV['SCRATCH'], 'closed'), "closed\n", mode: 'a')
  end
end
