# Migrated from concat/lib/puppet/type/concat_file.rb
type Concat_file inherits Resource {
  autorequire { 'file' => '$path' }

  attr ensure, enum[present, absent] { default => present }
  # not carried over, line 38: method: 'exists?' is code, which is for the provider
  attr tag, Data { behaviour => parameter }
  # not carried over, line 52: validate of 'path': code refuses values; 'validate' or 'invariant' could
  attr path, String { behaviour => namevar }
  # not carried over, line 59: parent of 'owner': what 'Owner' does with values is code
  attr owner, Data { behaviour => parameter }
  # not carried over, line 65: parent of 'group': what 'Group' does with values is code
  attr group, Data { behaviour => parameter }
  # not carried over, line 72: parent of 'mode': what 'Mode' does with values is code
  attr mode, Data { behaviour => parameter }
  attr order, enum[alpha, numeric] { behaviour => parameter, default => numeric }
  attr backup, Data {
    behaviour => parameter,
    validate  => {
      if !($it =~ Variant[Boolean[true], Boolean[false], String]) {
        'Backup must be a Boolean or String'
      }
    },
  }
  attr replace, Boolean {
    behaviour => parameter,
    default   => true,
    set       => |$given| { Boolean($given) },
  }
  attr validate_cmd, Data {
    behaviour => parameter,
    validate  => { if !($it =~ String) { 'Validate_cmd must be a String' } },
  }
  attr ensure_newline, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr format, enum[plain, yaml, json, 'json-array', 'json-pretty', 'json-array-pretty'] {
    behaviour => parameter,
    default   => plain,
  }
  attr force, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  attr selinux_ignore_defaults, Boolean {
    behaviour => parameter,
    set       => |$given| { Boolean($given) },
  }
  attr selrange, Data {
    behaviour => parameter,
    validate  => { if !($it =~ String) { 'Selrange must be a String' } },
  }
  attr selrole, Data {
    behaviour => parameter,
    validate  => { if !($it =~ String) { 'Selrole must be a String' } },
  }
  attr seltype, Data {
    behaviour => parameter,
    validate  => { if !($it =~ String) { 'Seltype must be a String' } },
  }
  attr seluser, Data {
    behaviour => parameter,
    validate  => { if !($it =~ String) { 'Seluser must be a String' } },
  }
  attr show_diff, Boolean { behaviour => parameter, set => |$given| { Boolean($given) } }
  # not carried over, line 190: method: 'fragments' is code, which is for the provider
  # not carried over, line 202: method: 'decompound' is code, which is for the provider
  # not carried over, line 206: method: 'should_content' is code, which is for the provider
  # not carried over, line 266: method: 'nested_merge' is code, which is for the provider
  # not carried over, line 299: method: 'fragment_content' is code, which is for the provider
  # not carried over, line 323: method: 'generate' is code, which is for the provider
  # not carried over, line 355: method: 'eval_generate' is code, which is for the provider
}
