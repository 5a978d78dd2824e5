class Puppet::Provider::DeviceProvider::DeviceProvider
  def get(context)
    context.notice("asked on #{context.transport.class}")
    [{
      name: 'wibble',
      ensure: 'present',
      string: 'sample',
      boolean: true,
      integer: 7,
      float: 2.5,
      ensure_string: 'present',
      variant_pattern: '0x1234ABCD',
      url: 'https://example.com',
      string_ro: 'fixed',
    }]
  end

  def set(context, changes)
    changes.each { |name, change| context.notice("set #{name} to #{change[:should].inspect}") }
  end

  def canonicalize(_context, resources)
    resources
  end
end
