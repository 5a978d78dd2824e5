# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_simple',
  docs: <<-EOS,
    @summary a type of the Resource API
  EOS
  features: ['canonicalize', 'remote_resource'],
  attributes: {
    ensure: {
      type: 'Enum[present, absent]',
      desc: 'Whether it is there.',
      default: 'present',
    },
    name: {
      type: 'String',
      desc: 'What it is called.',
      behaviour: :namevar,
    },
    force: { type: 'Boolean', desc: 'No questions.', behaviour: :parameter },
    since: { type: 'Optional[String]', desc: 'When it came.', behaviour: :read_only },
  },
)
