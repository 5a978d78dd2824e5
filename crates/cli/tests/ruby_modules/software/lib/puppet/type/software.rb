require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'software',
  docs: 'A package of some manager.',
  title_patterns: [
    {
      pattern: %r{^(?<package>.*[^-])-(?<manager>.*)$},
      desc: 'Where the package and the manager are provided with a hyphen seperator',
    },
    {
      pattern: %r{^(?<package>.*)$},
      desc: 'Where only the package is provided',
    },
  ],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    package: { type: 'String', desc: 'The name of the package.', behaviour: :namevar },
    manager: { type: 'String', desc: 'Who brings it.', behaviour: :namevar },
    version: { type: 'Optional[String]', desc: 'Which one.' },
  },
)
