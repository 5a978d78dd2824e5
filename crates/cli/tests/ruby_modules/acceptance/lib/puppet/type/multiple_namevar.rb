require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'multiple_namevar',
  docs: <<-DOC,
      This type provides Puppet with the capabilities to manage ...
    DOC
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
    ensure: {
      type: 'Enum[present, absent]',
      desc: 'Whether this resource should be present or absent on the target system.',
      default: 'present',
    },
    package: {
      type: 'String',
      desc: 'The name of the package you want to manage.',
      behaviour: :namevar,
    },
    manager: {
      type: 'String',
      desc: 'The system used to install the package.',
      behaviour: :namevar,
    },
  },
)
