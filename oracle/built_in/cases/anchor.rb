# The cases of anchor: names with manifests, and what there is before.
{
  'nothing' => { manifest: "anchor { 'begin': }" },
  'in order' => { manifest: "anchor { 'begin': } -> notify { 'middle': } -> anchor { 'end': }", once: true },
  'passes events on' => { manifest: "notify { 'first': } ~> anchor { 'middle': } ~> exec { '/bin/true': refreshonly => true }", once: true },
  'passes events on under noop' => { manifest: "notify { 'first': } ~> anchor { 'middle': } ~> exec { '/bin/true': refreshonly => true }", once: true, options: ['--noop'] },
  'an unknown attribute' => { manifest: "anchor { 'begin': ensure => present }" },
}.transform_values { |test| { modules: ['stdlib'] }.merge(test) }
