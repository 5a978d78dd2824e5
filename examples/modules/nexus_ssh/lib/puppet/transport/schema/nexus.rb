# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(
  name: 'nexus',
  desc: 'Connects to a Nexus switch.',
  connection_info: {
    connector_type: { type: 'Enum[nxapi, ssh, grpc, pidgeon]', desc: 'How to talk to it; only ssh is supported.', default: 'ssh' },
    hostname: { type: 'String[1]', desc: 'The host to connect to.' },
    port: { type: 'Integer[1, 65535]', desc: 'The port to connect to.', default: 22 },
    username: { type: 'String[1]', desc: 'Who logs in.' },
    password: { type: 'Optional[String[1]]', sensitive: true, desc: 'The password of the login.' },
    enable_password: { type: 'Optional[String[1]]', sensitive: true, desc: 'The password of the privileged mode.' },
    key_file: { type: 'Optional[String[1]]', desc: 'A file with a private key, in place of the password.' },
    known_hosts_file: { type: 'Optional[String[1]]', desc: 'A file with keys of hosts, in place of those that ssh knows.' },
    host_key_checking: { type: 'Enum[yes, accept-new, no]', desc: 'What to do with a key of the host that is not known.', default: 'yes' },
    timeout: { type: 'Integer[1, 3600]', desc: 'How many seconds the answer to a command may take.', default: 30 },
    connect_timeout: { type: 'Integer[1, 30]', desc: 'For how many seconds connecting is tried, over the whole run.', default: 30 },
  },
)
