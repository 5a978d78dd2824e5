# Migrated from postgresql/lib/puppet/type/postgresql_psql.rb
type Postgresql_psql inherits Resource {
  autorequire { 'class' => 'Postgresql::Server::Service' }

  attr name, String { behaviour => namevar }
  # not carried over, line 10: default of 'command': it is computed, and a default is a literal
  # not carried over, line 14: method of 'command': 'retrieve' is code, which is for the provider
  # not carried over, line 22: method of 'command': 'sync' is code, which is for the provider
  attr command, Data
  # not carried over, line 37: method of 'unless': 'matches' is code, which is for the provider
  attr unless, Data { behaviour => parameter }
  # not carried over, line 58: method of 'onlyif': 'matches' is code, which is for the provider
  attr onlyif, Data { behaviour => parameter }
  attr connect_settings, Data { behaviour => parameter }
  attr db, Data { behaviour => parameter }
  attr port, Data { behaviour => parameter }
  attr search_path, Data { behaviour => parameter }
  attr psql_path, Data { behaviour => parameter, default => psql }
  attr psql_user, Data { behaviour => parameter, default => postgres }
  attr psql_group, Data { behaviour => parameter, default => postgres }
  # not carried over, line 101: parent of 'cwd': what 'Path' does with values is code
  attr cwd, Data { behaviour => parameter, default => '/tmp' }
  # not carried over, line 111: validate of 'environment': code refuses values; 'validate' or 'invariant' could
  attr environment, Data { behaviour => parameter }
  attr refreshonly, Boolean {
    behaviour => parameter,
    default   => false,
    set       => |$given| { Boolean($given) },
  }
  # not carried over, line 129: method: 'should_run_sql' is code, which is for the provider
  # not carried over, line 138: method: 'refresh' is code, which is for the provider
}
