# Migrated from neutron/lib/puppet/type/neutron_security_group.rb
type Neutron_security_group inherits Resource {
  autorequire { 'anchor' => 'neutron::service::end' }

  attr ensure, enum[present, absent]
  attr name, String {
    behaviour => namevar,
    validate  => {
      if !($it =~ String) {
        'name parameter must be a String'
      } elsif !($it =~ Pattern[/^[a-zA-Z0-9\-\._]+$/]) {
        "${it} is not a valid name"
      }
    },
  }
  attr id, Data { behaviour => parameter }
  attr description, Data { behaviour => parameter }
  attr project, Data { behaviour => parameter }
  attr project_domain, Data { behaviour => parameter }

  invariant { if !$name { 'Name must be set' } }
}
