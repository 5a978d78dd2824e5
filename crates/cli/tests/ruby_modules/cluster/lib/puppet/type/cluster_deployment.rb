# frozen_string_literal: true

require 'puppet/resource_api'

# Made by a generator: every attribute is optional, and most are hashes.
Puppet::ResourceApi.register_type(
  name: 'cluster_deployment',
  desc: <<-DESC,
    @summary Deployment enables declarative updates for Pods and ReplicaSets.

    ```puppet
    cluster_deployment { 'web': ensure => present }
    ```
  DESC
  features: ['canonicalize'],

  attributes: {
    ensure: {
      type: 'Enum[present, absent]',
      desc: 'Whether this resource should be present or absent on the target system.',
      default: 'present',
    },
    name: { type: 'String', desc: 'namevar', behaviour: :namevar },
    api_version: { type: 'Optional[String]', desc: 'APIVersion defines the versioned schema of this representation.' },
    metadata: { type: 'Optional[Hash]', desc: 'Standard object metadata.' },
    spec: { type: "Optional[Struct[{Optional['replicas'] => Integer, Optional['minReadySeconds'] => Integer, Optional['template'] => Hash}]]", desc: 'Specification.' },
    labels: { type: 'Optional[Hash[String, String]]', desc: 'Labels.' },
    status: { type: 'Optional[Hash]', desc: 'Most recently observed status.', behaviour: :read_only },
    namespace: { type: 'String[1]', desc: 'Where it lives.', behaviour: :parameter, default: 'default' },
    grace: { type: 'Optional[Variant[Integer[0], Enum[never]]]', desc: 'How long to wait.', behaviour: :parameter },
  },
  autorequire: { file: ['/etc/cluster', '$name'], cluster_secret: '$namespace' },
)
