function own::data(Hash $options, Puppet::LookupContext $context) {
  { 'own::p' => "from a function of ${context.module_name}", 'foreign' => 1 }
}
