# frozen_string_literal: true

require 'puppet/resource_api'
require 'puppet_x/wall/words'

Puppet::ResourceApi.register_type(
  name: 'wall',
  docs: 'A rule of a wall.',
  features: ['custom_insync', 'canonicalize'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    name: {
      type: 'Pattern[/(^\d+(?:[ \t-]\S+)+$)/]',
      behaviour: :namevar,
      desc: <<-DESC
        A number, and what it is.
      DESC
    },
    line: {
      type: 'Optional[String[1]]',
      behaviour: :read_only,
      desc: 'How it stands in the file.',
    },
    chain: { type: 'String[1]', default: 'INPUT', desc: 'Where it belongs.' },
    proto: { type: 'Optional[Pattern[/^(?:!\s)?(?:ip(?:encap)?|tcp|udp|icmp|all)$/]]', default: 'tcp', desc: 'What it is about.' },
    source: { type: 'Optional[String[1]]', desc: 'Where it comes from.' },
    dport: { type: 'Optional[Variant[Array[Variant[Pattern[/^(?:!\s)?\d+(?:(?:\:|-)\d+)?$/],Integer]],Pattern[/^(?:!\s)?\d+(?:(?:\:|-)\d+)?$/],Integer]]', desc: 'Where it goes.' },
    jump: { type: "Optional[Pattern[/^(?!#{PuppetX::Wall::FORBIDDEN.join('|')})/]]", desc: 'What is done.' },
  },
  autorequire: { 'wallchain' => '$chain' },
)
