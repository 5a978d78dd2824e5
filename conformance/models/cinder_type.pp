# Migrated from cinder/lib/puppet/type/cinder_type.rb
type Cinder_type inherits Resource {
  autorequire { 'anchor' => 'cinder::service::end' }

  # not carried over, line 5: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar, check => $it =~ /\S+/ }
  # not carried over, line 13: default of 'properties': a default is a number, a text, true or false
  # not carried over, line 14: method of 'properties': 'insync?' is code, which is for the provider
  attr properties, Data {
    max      => unbound,
    validate => {
      if !($it =~ Pattern[/^\s*[^=\s]+=\S(([^=,])+((?<=\S),(?=\S))?)+([^\s=,])+$/]) {
        'Properties doesn\'t match'
      }
    },
    set      => |$given| { $given ? { Array => $given, default => [$given] } },
  }
  attr is_public, Boolean {
    behaviour => parameter,
    default   => true,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 31: method of 'access_project_ids': 'insync?' is code, which is for the provider
  attr access_project_ids, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
}
