# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(
  name: 'nexus',
  desc: 'Connects to a nexus switch.',
  connection_info: {
    connector_type: { type: 'Enum[nxapi, ssh, grpc, pidgeon]', desc: 'How to talk.', default: 'ssh' },
    hostname: { type: 'String', desc: 'The host to connect to.' },
    username: { type: 'String', desc: 'The user.' },
    password: { type: 'String', sensitive: true, desc: 'The password.' },
    enable_password: { type: 'String', sensitive: true, desc: 'The other password.', default: 'n0-one-knows' },
    port: { type: 'Optional[Integer]', desc: 'The port.' },
  },
  connection_info_order: %i[hostname port username password enable_password connector_type],
)
