# Migrated from gitolite/lib/puppet/type/gitremote.rb
type Gitremote inherits Resource {
  # not carried over, line 5: default of 'ensure': it is 'present' only where another property is given, and a default is always there
  attr ensure, enum[present, absent]
  attr name, String { behaviour => namevar }
  attr remotename, Data { behaviour => parameter }
  attr directory, Data { behaviour => parameter }
  attr confowner, Data { behaviour => parameter }
  attr url, Data
  attr fetches, Data {
    max => unbound,
    set => |$given| { $given ? { Array => $given, default => [$given] } },
  }
}
