require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'note',
  docs: <<-EOS,
@summary A note in a folder.
@example
note { 'milk':
  ensure => 'present',
  text   => 'Two bottles.',
}

Notes are files, one for each.
EOS
  features: [],
  attributes: {
    ensure: {
      type:    'Enum[present, absent]',
      desc:    'Whether this note should be present or absent.',
      default: 'present',
    },
    name: {
      type:      'Pattern[/\A[a-z0-9_]+\z/]',
      desc:      'The name of the note.',
      behaviour: :namevar,
    },
    text: {
      type: 'Optional[String]',
      desc: 'What it says.',
    },
    size: {
      type:      'Optional[Integer]',
      desc:      'How long it is.',
      behaviour: :read_only,
    },
    paper: {
      type:     'Optional[Enum[yellow, white]]',
      desc:     'What it is written on.',
      behavior: :init_only,
    },
    lines: {
      type: 'Optional[Integer[0, 99]]',
      desc: 'How many lines the paper has.',
    },
    weight: {
      type: 'Optional[Float]',
      desc: 'How heavy it is.',
    },
    pinned: {
      type: 'Optional[Boolean]',
      desc: 'Whether it hangs on the wall.',
    },
    labels: {
      type: 'Optional[Array[String]]',
      desc: 'What to find it by.',
    },
    extra: {
      type: 'Optional[Hash[String, Data]]',
      desc: 'Anything else.',
    },
    force: {
      type:      'Boolean',
      desc:      'Whether to do it at any price.',
      default:   false,
      behaviour: :parameter,
    },
  },
)
