module Puppet::Transport
  # a transport for a test_device
  class TestDevice
    def initialize(context, connection_info)
      context.notice("TestDevice connected with #{connection_info.inspect}")
      @connection_info = connection_info
    end

    def facts(_context)
      { 'foo' => 'bar', 'nested' => { 'list' => [1, 'two'] } }
    end

    def verify(context)
      context.debug('verified')
    end

    def close(_context); end
  end
end
