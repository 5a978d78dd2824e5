require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'title_provider',
  docs: <<-DOC,
      This type provides Puppet with the capabilities to manage ...
    DOC
  title_patterns: [
    { pattern: %r{^(?<name>.*[^-])-(?<manager>.*)$}, desc: 'Two parts' },
    { pattern: %r{^(?<name>.*)$}, desc: 'The name alone' },
  ],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name of the resource you want to manage.', behaviour: :namevar },
    manager: { type: 'String', desc: 'Another namevar.', behaviour: :namevar },
  },
)
