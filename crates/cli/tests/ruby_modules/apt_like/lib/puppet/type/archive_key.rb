# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'archive_key',
  desc: <<~DESC,
    This type provides Puppet with the capabilities to manage GPG keys needed
      by apt to perform package validation. Apt has its own GPG keyring.
  DESC
  attributes: {
    ensure: {
      type: 'Enum[present, absent]',
      desc: 'Whether this apt key should be present or absent on the target system.',
    },
    id: {
      type: 'Variant[Pattern[/\A(0x)?[0-9a-fA-F]{8}\Z/], Pattern[/\A(0x)?[0-9a-fA-F]{16}\Z/], Pattern[/\A(0x)?[0-9a-fA-F]{40}\Z/]]',
      desc: 'The ID of the key you want to manage.',
      behaviour: :namevar,
    },
    source: {
      type: 'Optional[Variant[Pattern[/\Ahttps?:\/\//], Pattern[/\A\//]]]',
      desc: 'Where can the key be found?',
      behaviour: :parameter,
    },
    created: {
      type: 'Optional[String]',
      behaviour: :read_only,
      desc: 'Date the key was created, in ISO format.',
    },
  },
  autorequires: {
    file: '$source', # will evaluate to the value of the `source` attribute
    package: 'apt',
  },
  features: ['canonicalize', 'simple_get_filter'],
)
