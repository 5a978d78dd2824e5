require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'panorama_address',
  docs: <<-EOS,
This type provides Puppet with the capabilities to manage "address" objects on appliances.
EOS
  features: ['remote_resource'],
  base_xpath: '/config/shared/address',
  attributes: {
    ensure: {
      type:    'Enum[present, absent]',
      desc:    'Whether this resource should be present or absent on the target system.',
      default: 'present',
    },
    name: {
      type:      'Pattern[/^[a-zA-z0-9\-\s_\.]{1,63}$/]',
      desc:      'The display-name of the address.',
      xpath:     'string(@name)',
      behaviour: :namevar,
    },
    description: {
      type:  'Optional[String]',
      desc:  'Provide a description of this address.',
      xpath: 'description/text()',
    },
    ip_netmask: {
      type:  'Optional[String]',
      desc:  'Provide an IP netmask.',
      xpath: 'ip-netmask/text()',
    },
    tags: {
      type:        'Optional[Array[String]]',
      desc:        'The tags.',
      xpath_array: 'tag/member/text()',
    },
  },
  autorequire: {
    panorama_tag: '$tags',
  },
)
