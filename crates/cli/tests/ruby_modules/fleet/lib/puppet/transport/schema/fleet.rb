require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(
  name: 'fleet',
  desc: <<-DESC,
    A switch of the fleet, whose state is a file.
  DESC
  features: [],
  connection_info: {
    host: { type: 'String[1]', desc: 'The folder of the switch.' },
    port: { type: 'Integer[1, 65535]', desc: 'The port.', default: 22 },
    user: { type: 'Optional[String]', desc: 'Who connects.' },
    password: { type: 'String', desc: 'The password.', sensitive: true },
    mode: { type: 'Optional[Enum[plain, facts_nil, facts_text, facts_symbols, facts_raise, facts_exit, facts_odd, prints, raises, exits, throws, broken]]', desc: 'What it does wrong.' },
    retries: { type: 'Variant[Integer, Enum[never]]', desc: 'How often it is tried.', default: 'never' },
    tags: { type: 'Optional[Array[String]]', desc: 'Tags.' },
  },
)
