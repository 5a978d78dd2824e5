require 'puppet/resource_api'

ATTRIBUTES_OF_CLUSTER_SECRET = %w[kind note].map { |name|
  [name.to_sym, { type: 'Optional[String]', desc: "The #{name}." }]
}.to_h

Puppet::ResourceApi.register_type(
  name: 'cluster_secret',
  desc: 'A secret, with attributes that are computed.',
  features: %w[simple_get_filter],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'Pattern[/\A[a-z][a-z0-9-]*\z/]', desc: 'Its name.', behaviour: :namevar },
    data: { type: 'Optional[Sensitive[Hash[String, String]]]', desc: 'What is secret.' },
    uid: { type: 'Optional[Integer]', desc: 'Its number.', behaviour: :read_only },
    immutable: { type: 'Optional[Boolean]', desc: 'Whether it may be changed later.', behaviour: :init_only },
  }.merge(ATTRIBUTES_OF_CLUSTER_SECRET),
)
