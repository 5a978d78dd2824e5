# A note in a file of notes, which a test fills before a run and reads afterwards.
require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'note',
  desc: 'A note.',
  features: [],
  attributes: {
    name: { type: 'String', desc: 'Its name.', behaviour: :namevar },
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it exists.', default: 'present' },
    text: { type: 'Optional[String]', desc: 'What it says.' },
    size: { type: 'Optional[Integer]', desc: 'How large it is.' },
    secret: { type: 'Optional[String]', desc: 'What it does not say.', sensitive: true },
    fails: { type: 'Optional[Boolean]', desc: 'Whether it cannot be changed.', behaviour: :parameter },
  },
)
