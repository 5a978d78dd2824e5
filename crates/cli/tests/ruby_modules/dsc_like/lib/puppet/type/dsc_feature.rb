require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'dsc_feature',
  dscmeta_resource_friendly_name: 'Feature',
  dscmeta_resource_name: 'MSFT_Feature',
  dscmeta_resource_implementation: 'MOF',
  dscmeta_module_name: 'PSFeature',
  dscmeta_module_version: '1.2.3',
  docs: 'The DSC Feature resource type.
         Automatically generated.',
  features: ['simple_get_filter', 'canonicalize', 'custom_insync'],
  attributes: {
    name: {
      type:      'String',
      desc:      'Description of the purpose for this resource declaration.',
      behaviour: :namevar,
    },
    validation_mode: {
      type:      'Enum[property, resource]',
      desc:      'Whether to check if the resource is in the desired state by property (default) or using Invoke-DscResource in Test mode (resource).',
      behaviour: :parameter,
      default:   'property',
    },
    dsc_ensure: {
      type: "Optional[Enum['Present', 'present', 'Absent', 'absent']]",
      desc: nil,
      mandatory_for_get: false,
      mandatory_for_set: false,
      mof_type: 'String',
      mof_is_embedded: false,
    },
    dsc_name: {
      type: "String",
      desc: 'The name.',
      behaviour: :namevar,
      mandatory_for_get: true,
      mandatory_for_set: true,
      mof_type: 'String',
      mof_is_embedded: false,
    },
    dsc_settings: {
      type: "Optional[Hash[String, Variant[String, Integer, Boolean]]]",
      desc: 'The settings.',
      mandatory_for_get: false,
      mandatory_for_set: false,
      mof_type: 'MSFT_KeyValuePair[]',
      mof_is_embedded: true,
    },
    dsc_credential: {
      type: "Optional[Struct[{user => String[1], password => Sensitive[String[1]]}]]",
      desc: 'The credential.',
      behaviour: :parameter,
      mandatory_for_get: false,
      mandatory_for_set: false,
      mof_type: 'PSCredential',
      mof_is_embedded: true,
    },
  },
)
