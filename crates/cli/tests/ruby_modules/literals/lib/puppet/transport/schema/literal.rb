require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(
  name: 'literal', # a comment
  desc: <<~DESC.freeze,
    A transport
    with text.
  DESC
  connection_info: {
    host: { type: 'String[1]', desc: 'Where.' },
    port: { type: 'Optional[Integer[0, 65535]]'.freeze, desc: 'Which.', default: 8_080 },
    password: { type: 'String', desc: 'Secret.', sensitive: true },
  }.freeze,
  connection_info_order: %i[port host password],
)
