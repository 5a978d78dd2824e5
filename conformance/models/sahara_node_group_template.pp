# Migrated from sahara/lib/puppet/type/sahara_node_group_template.rb
type Sahara_node_group_template inherits Resource {
  autorequire { 'anchor' => 'sahara::service::end' }

  # not carried over, line 3: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar, check => $it =~ /\S+/ }
  attr id, Data { behaviour => read_only }
  # not carried over, line 19: default of 'plugin': it is computed, and a default is a literal
  attr plugin { check => "${it}" =~ /\S+/ }
  attr description, Data
  # not carried over, line 29: default of 'plugin_version': it is computed, and a default is a literal
  attr plugin_version { check => "${it}" =~ /\S+/ }
  # not carried over, line 35: default of 'node_processes': it is computed, and a default is a literal
  # not carried over, line 37: method of 'node_processes': 'insync?' is code, which is for the provider
  attr node_processes, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  # not carried over, line 44: default of 'flavor': it is computed, and a default is a literal
  attr flavor { check => "${it}" =~ /\S+/ }
  attr floating_ip_pool { check => "${it}" =~ /\S+/ }
  # not carried over, line 57: munge of 'auto_security_group': code makes the values that are kept; 'set' could
  attr auto_security_group {
    default => true,
    check   => "${it}" =~ Variant[Enum['true', 'false'], Pattern[/(t|T)rue/, /(f|F)alse/]],
  }
  # not carried over, line 64: default of 'security_groups': a default is a number, a text, true or false
  # not carried over, line 66: method of 'security_groups': 'insync?' is code, which is for the provider
  attr security_groups, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  # not carried over, line 71: validate: it asks for something that logic of the language would answer differently
}
