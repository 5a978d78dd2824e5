# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'influx_bucket',
  docs: <<-DOC,
    @summary Manages buckets
    @example
      influx_bucket { 'metrics': ensure => present, org => 'puppetlabs' }

    Autorequires a file with the token.
  DOC
  features: ['canonicalize'],
  attributes: {
    ensure: {
      type: 'Enum[present, absent]',
      default: 'present',
      desc: 'Whether the bucket should be present or absent on the target system.'
    },
    name: {
      type: 'String',
      behaviour: :namevar,
      desc: 'Name of the bucket'
    },
    labels: {
      type: 'Optional[Array[String]]',
      desc: 'Labels to apply to the bucket'
    },
    org: {
      type: 'String',
      desc: 'Organization which the bucket belongs to'
    },
    retention_rules: {
      type: 'Array',
      default: [{ 'type' => 'expire', 'everySeconds' => 7_776_000, 'shardGroupDurationSeconds' => 604_800 }],
      desc: 'Rules to determine retention of data inside the bucket'
    },
    host: {
      type: 'String',
      behavior: :parameter,
      default: 'localhost',
      desc: 'The host running it'
    },
    port: {
      type: 'Integer',
      behavior: :parameter,
      default: 8086,
      desc: 'Port used by the service'
    },
    token: {
      type: 'Optional[Sensitive[String]]',
      desc: 'Administrative token used for authenticating API calls',
      behavior: :parameter
    },
    token_file: {
      type: 'String',
      desc: 'File on disk containing an administrative token',
      behavior: :parameter,
      default: '/nowhere/token'
    },
    use_ssl: {
      type: 'Boolean',
      behavior: :parameter,
      default: true,
      desc: 'Whether to enable SSL'
    }
  }
)
