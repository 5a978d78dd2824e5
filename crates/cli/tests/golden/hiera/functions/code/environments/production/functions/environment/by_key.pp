function environment::by_key(String $key, Hash $options, Puppet::LookupContext $context) {
  $context.explain || { "asked for ${key}" }
  if $key == 'cached' {
    if $context.cache_has_key('n') { $context.cache('n', $context.cached_value('n') + 1) } else { $context.cache('n', 1) }
  } elsif $key == 'by_key' {
    "${options} in ${context.environment_name} ${context.module_name}"
  } elsif $key == 'text' {
    $context.interpolate('role %{role}')
  } elsif $key == 'raw' {
    'role %{role}'
  } else {
    $context.not_found
  }
}
