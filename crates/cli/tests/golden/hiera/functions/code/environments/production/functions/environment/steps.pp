function environment::steps(Array $steps, Hash $options, Puppet::LookupContext $context) {
  if $steps[0] == 'dig' { "dug ${steps}" } else { $context.not_found }
}
