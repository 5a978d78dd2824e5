require 'puppet/resource_api'

COMMON_ATTRIBUTE = { type: 'String', desc: 'Something common.' }.freeze

Puppet::ResourceApi.register_type(
  name: 'api_parts',
  docs: 'Titles with parts.',
  title_patterns: [
    { pattern: %r{^(?<package>.*[^-])-(?<manager>.*)$}, desc: 'both' },
    { pattern: %r{^(?<package>.*)$}, desc: 'one' },
  ],
  attributes: {
    package: { type: 'String', desc: 'One part.', behaviour: :namevar },
    manager: { type: 'String', desc: 'Another.', behaviour: :namevar },
    common: COMMON_ATTRIBUTE,
  },
)
