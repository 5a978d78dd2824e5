function environment::all(Hash $options, Puppet::LookupContext $context) {
  { 'all' => "%{role} ${options['prefix']}", 'hash' => { 'a' => 'b' } }
}
