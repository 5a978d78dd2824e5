require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'related',
  desc: 'Has relations of all kinds.',
  attributes: {
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    value: { type: 'Optional[String]', desc: 'Its value.' },
    file: { type: 'Optional[Variant[String, Array[String]]]', behaviour: :parameter, desc: 'A file.' },
    before_it: { type: 'Optional[Array[String]]', behaviour: :parameter, desc: 'Others.' },
  },
  autorequire: { 'File' => '$file', notify: ['constant', '$value'] },
  autobefore: { related: '$before_it' },
  autosubscribe: { 'notify' => 'subscribed' },
  autonotify: { 'exec' => ['told'] },
)
