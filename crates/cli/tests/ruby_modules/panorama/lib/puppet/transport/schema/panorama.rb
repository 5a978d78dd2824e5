require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(
  name: 'panorama',
  desc: <<-DESC,
This transport connects to panorama appliances.
DESC
  connection_info: {
    host: {
      type: 'String',
      desc: 'The FQDN or IP address of the appliance to connect to.',
    },
    address: {
      type: 'Optional[String]',
      desc: 'The FQDN or IP address of the appliance to connect to. Deprecated.',
    },
    port: {
      type: 'Optional[Integer[0, 65535]]',
      desc: 'The port of the appliance to connect to.',
      default: 443,
    },
    user: {
      type: 'Optional[String]',
      desc: 'The username to use for authenticating all connections to the appliance.',
    },
    password: {
      type: 'Optional[String]',
      desc: 'The password.',
      sensitive: true,
    },
    apikey: {
      type: 'Optional[String]',
      desc: 'The API key.',
      sensitive: true,
    },
    ssl: {
      type: 'Boolean',
      desc: 'If true, SSL will be used.',
      default: true,
    },
  },
)
