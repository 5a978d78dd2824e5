# frozen_string_literal: true

require 'puppet_x/nexus/console'

module Puppet; end
module Puppet::Transport; end unless defined? Puppet::Transport

# One login session on a switch, shared by all types of a run. After a lost connection the next command reconnects; a
# command that changes something is never sent twice. A switch that does not answer in time is given up.
class Puppet::Transport::Nexus
  PAUSE = 1

  def initialize(context, connection_info)
    @info = connection_info
    unless @info[:connector_type] == 'ssh'
      raise ArgumentError, "the connector_type '#{@info[:connector_type]}' is not supported: use 'ssh'"
    end
    raise ArgumentError, "there is neither a 'password' nor a 'key_file'" unless @info[:password] || @info[:key_file]
    raise ArgumentError, "'hostname' is not the name of a host" if @info[:hostname].match?(%r{\A-|[\s@/]})
    raise ArgumentError, "'username' is not the name of a user" if @info[:username].match?(/\A-|\s/)

    @left = @info[:connect_timeout]
    @console = attempt(context)
  end

  def verify(context)
    version(context)
  end

  def facts(context)
    release, model, serial = version(context)
    {
      'operatingsystem' => 'nexus', 'operatingsystemrelease' => release, 'hostname' => @console.host,
      'hardwaremodel' => model, 'serialnumber' => serial, 'vlans' => vlans(context).size
    }
  end

  # The lines of `show vlan brief`: number, name, status.
  def vlans(context)
    show(context, 'show vlan brief', 'a table of VLANs') do |text|
      lines = text.lines(chomp: true).drop_while { |line| !line.start_with?('VLAN Name ') }
      dashes = lines[1].to_s
      next if lines.empty? || !dashes.start_with?('---- -')

      columns = dashes.gsub(/-+/).map { Regexp.last_match.begin(0)...Regexp.last_match.end(0) }
      rows = lines.drop(2).grep(/\A\d/).map { |line| columns.first(3).map { |column| line[column].to_s.strip } }
      rows if rows.all? { |_, _, status| %w[active suspended].include?(status) }
    end
  end

  # The enabled features.
  def features(context)
    show(context, 'show running-config', 'a configuration') do |text|
      text.scan(/^feature (\S+)/).flatten if text.match?(/^version /)
    end
  end

  # Runs configuration commands, up to the first one that fails.
  def configure(context, commands)
    with_console(context) { |console| console.configure(commands) }
  end

  def close(_context)
    @console&.close
    @console = nil
    @given_up = 'the connection was closed'
  end

  private

  def version(context)
    show(context, 'show version', 'the version of a Nexus') do |text|
      found = [/NXOS: version (\S+)/, /cisco Nexus9000 (.*?)(?: Chassis)?$/, /Processor Board ID (\S+)/].map { |words| text[words, 1] }
      found if found.all?
    end
  end

  # Runs a command that changes nothing, and parses its answer with the block. It is repeated after a lost connection.
  def show(context, command, expected, &read)
    ask = lambda do |console|
      read.call(console.run(command)) || raise("the answer to '#{command}' cannot be read: #{expected} was expected")
    end
    begin
      with_console(context, &ask)
    rescue PuppetX::Nexus::Console::Lost => e
      context.notice("#{e.message}; asking again")
      with_console(context, &ask)
    end
  end

  def with_console(context)
    raise "#{self}: given up: #{@given_up}" if @given_up

    @console ||= attempt(context)
    yield @console
  rescue PuppetX::Nexus::Console::Lost => e
    @console.close
    @console = nil
    raise PuppetX::Nexus::Console::Lost, "#{self}: #{e.message}"
  rescue PuppetX::Nexus::Console::Silent => e
    @console.abandon
    @given_up = e.message
    raise "#{self}: #{e.message}"
  rescue PuppetX::Nexus::Console::Refused => e
    raise "#{self}: #{e.message}"
  end

  # Logs in, and retries transient failures while there is time.
  def attempt(context)
    loop do
      begun = now
      begin
        return PuppetX::Nexus::Console.new(@info, @left)
      rescue PuppetX::Nexus::Console::Unreachable => e
        @left -= now - begun + PAUSE
        if @left <= 0 || !e.may_pass?
          @given_up = "cannot connect: #{e.message}"
          raise "#{self}: #{@given_up}"
        end
        context.notice("#{self}: cannot connect: #{e.message}; trying again")
        sleep(PAUSE)
      rescue PuppetX::Nexus::Console::Refused, PuppetX::Nexus::Console::Lost, PuppetX::Nexus::Console::Silent => e
        @given_up = e.message
        raise "#{self}: #{e.message}"
      end
    end
  end

  # The switch in messages.
  def to_s
    "#{@info[:username]}@#{@info[:hostname]}:#{@info[:port]}"
  end

  def inspect
    "#<#{self.class.name} #{self}>"
  end

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
