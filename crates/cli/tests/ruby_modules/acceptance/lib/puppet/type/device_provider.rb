require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'device_provider',
  docs: 'Of a device',
  features: ['remote_resource', 'canonicalize'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    string: { type: 'String', desc: 'a string attribute', default: 'default value' },
    boolean: { type: 'Boolean', desc: 'a boolean attribute', default: false },
    integer: { type: 'Integer', desc: 'an integer attribute', default: 42 },
    float: { type: 'Float', desc: 'a floating point attribute', default: 1.5 },
    ensure_string: { type: 'Optional[Enum["present", "absent"]]', desc: 'an optional word', default: 'present' },
    variant_pattern: { type: 'Variant[Pattern[/\A(0x)?[0-9a-fA-F]{8}\Z/], Pattern[/\A(0x)?[0-9a-fA-F]{16}\Z/]]', desc: 'a pattern attribute', default: '1234567890ABCDEF' },
    url: { type: 'Pattern[/\A((hkp|http|https):\/\/)?([a-z\d])([a-z\d-]{0,61}\.)+[a-z\d]+(:\d{2,5})?$/]', desc: 'a hkp or http(s) url attribute', default: 'http://example.com' },
    optional_string: { type: 'Optional[String]', desc: 'a optional string attribute' },
    string_param: { type: 'String', desc: 'a string parameter', default: 'default value', behaviour: :parameter },
    integer_param: { type: 'Integer', desc: 'an integer parameter', default: 99, behaviour: :parameter },
    string_ro: { type: 'String', desc: 'a string readonly', default: 'default value', behaviour: :read_only },
  },
)
