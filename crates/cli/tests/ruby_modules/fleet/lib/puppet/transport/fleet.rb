require 'json'

module Puppet::Transport
  # The state of a switch is a file in its folder.
  class Fleet
    attr_reader :connection_info

    def initialize(context, connection_info)
      @connection_info = connection_info
      context.debug("Told by a provider: #{connection_info.keys.sort.inspect}")
      case mode
      when 'prints'
        puts 'the transport prints'
        $stderr.puts 'and complains'
      when 'raises' then raise Puppet::ResourceError, "cannot connect to #{connection_info[:host]}"
      when 'exits' then exit 7
      when 'throws' then throw :away
      end
    end

    def mode
      connection_info[:mode]
    end

    def verify(_context)
      raise 'verify is not called'
    end

    def facts(_context)
      case mode
      when 'facts_nil' then nil
      when 'facts_text' then 'text'
      when 'facts_symbols' then { operatingsystem: :fleet, 'nested' => { a: [1, :b] } }
      when 'facts_raise' then raise 'no facts today'
      when 'facts_exit' then exit 3
      when 'facts_odd' then { 'time' => Time.at(0).utc, 'version' => 1.5, 'big' => 2**70, 'empty' => {}, 'nothing' => nil }
      else { 'operatingsystem' => 'fleet', 'port' => connection_info[:port], 'retries' => connection_info[:retries] }
      end
    end

    def file
      File.join(connection_info[:host], 'vlans.json')
    end

    def vlans
      raise Errno::ECONNRESET, 'gone' if mode == 'broken'

      File.exist?(file) ? JSON.parse(File.read(file)).map { |vlan| vlan.transform_keys(&:to_sym) } : []
    end

    def write(vlans)
      File.write(file, JSON.generate(vlans))
    end

    def close(_context)
      @connection_info = nil
    end
  end
end
