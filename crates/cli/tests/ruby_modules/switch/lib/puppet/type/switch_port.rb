require 'puppet/resource_api'

module Switch
  SPEEDS = %w[auto 10 100].freeze
  COMMON = {
    name: { type: 'String', behaviour: :namevar, desc: 'The ' + 'interface' ' name.' },
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
  }.freeze
end

Puppet::ResourceApi.register_type(
  name: 'switch_port',
  desc: "A port.",
  attributes: Switch::COMMON.merge(
    speed: { type: "Optional[Enum['#{Switch::SPEEDS.join("', '")}']]", desc: 'How fast it is.' },
  ),
)
