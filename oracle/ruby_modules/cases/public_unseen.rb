# Modules in the manner of more public ones: generated types with a client, and a toolbox of what providers use.
deployments = { 'cluster/deployments/web.json' => "{\"name\":\"web\",\"apiVersion\":\"apps/v1\",\"labels\":{\"app\":\"web\"},\"spec\":{\"replicas\":2},\"status\":{\"ready\":1}}\n" }
secrets = { 'cluster/secrets/db.json' => "{\"name\":\"db\",\"kind\":\"Opaque\",\"data\":{\"password\":\"aHVudGVyMg==\"},\"immutable\":true}\n" }
all = %w[--verbose --trace --debug --detailed-exitcodes]
cases = {
  'deployment: list' => { before: deployments, run: %w[resource cluster_deployment] },
  'deployment: one' => { before: deployments, run: %w[resource cluster_deployment web] },
  'deployment: one that is missing' => { before: deployments, run: %w[resource cluster_deployment api] },
  'deployment: none' => { run: %w[resource cluster_deployment] },
  'deployment: in sync' => { before: deployments, apply: "cluster_deployment { 'web': labels => { 'app' => 'web' }, spec => { 'replicas' => 2 } }" },
  'deployment: make' => { before: deployments, apply: "cluster_deployment { 'api': labels => { 'app' => 'api' }, spec => { 'replicas' => 1, 'template' => { 'a' => [1, { 'b' => undef }] } } }", twice: true },
  'deployment: change' => { before: deployments, apply: "cluster_deployment { 'web': spec => { 'replicas' => 3 }, labels => { 'app' => 'www' } }", twice: true },
  'deployment: change under noop' => { before: deployments, apply: "cluster_deployment { 'web': spec => { 'replicas' => 3 } }", options: %w[--verbose --noop --detailed-exitcodes] },
  'deployment: delete' => { before: deployments, apply: "cluster_deployment { 'web': ensure => absent }", twice: true },
  'deployment: an error' => { before: deployments, apply: "cluster_deployment { 'web': spec => { 'replicas' => 101 } } notify { 'after': }" },
  'deployment: an error with everything told' => { before: deployments, apply: "cluster_deployment { 'web': spec => { 'replicas' => 101 } }", options: all },
  'deployment: everything told' => { before: deployments, apply: "cluster_deployment { 'web': grace => 'never' } cluster_deployment { 'api': namespace => 'db' }", options: all },
  'deployment: a wrong spec' => { before: deployments, apply: "cluster_deployment { 'web': spec => { 'replicas' => 'two' } }" },
  'deployment: a wrong key' => { before: deployments, apply: "cluster_deployment { 'web': spec => { 'size' => 2 } }" },
  'deployment: a wrong grace' => { before: deployments, apply: "cluster_deployment { 'web': grace => -1 }" },
  'deployment: read only' => { before: deployments, apply: "cluster_deployment { 'web': status => {} }" },
  'deployment: forbidden' => { before: deployments.merge('cluster/forbidden' => ''), run: %w[resource cluster_deployment] },
  'deployment: forbidden in apply' => { before: deployments.merge('cluster/forbidden' => ''), apply: "cluster_deployment { 'web': } cluster_deployment { 'api': } notify { 'after': }" },
  'deployment: forbidden with trace' => { before: deployments.merge('cluster/forbidden' => ''), run: %w[resource cluster_deployment --trace] },
  'deployment: set' => { before: deployments, run: ['resource', 'cluster_deployment', 'web', 'api_version=v2'] },
  'deployment: set what is no text' => { before: deployments, run: ['resource', 'cluster_deployment', 'web', 'labels=x'] },
  'deployment: purge' => { before: deployments, apply: "cluster_deployment { 'api': } resources { 'cluster_deployment': purge => true }" },
  'secret: list' => { before: secrets, run: %w[resource cluster_secret] },
  'secret: one' => { before: secrets, run: %w[resource cluster_secret db] },
  'secret: in sync' => { before: secrets, apply: "cluster_secret { 'db': data => Sensitive({ 'password' => 'hunter2' }) }" },
  'secret: make' => { apply: "cluster_secret { 'api': data => Sensitive({ 'a' => 'b' }), kind => 'Opaque', note => 'n' }" },
  'secret: init only' => { before: secrets, apply: "cluster_secret { 'db': immutable => false }" },
  'secret: delete' => { before: secrets, apply: "cluster_secret { 'db': ensure => absent }" },
  'secret: a computed attribute' => { before: secrets, apply: "cluster_secret { 'db': kind => 'Other' }" },
  'secret: an unknown attribute' => { apply: "cluster_secret { 'db': colour => 'red' }" },
  'secret: a wrong name' => { apply: "cluster_secret { 'DB': }" },
  'secret: not secret' => { apply: "cluster_secret { 'db': data => { 'a' => 'b' } }" },
  'both' => { before: deployments.merge(secrets), apply: "cluster_secret { 'default': } cluster_deployment { 'web': api_version => 'v9' }", options: all },
}
tools = %w[withenv paths features symbolize settings execute execute_failing fail fail_context errorcontext parse_error settings_error resource_error tempfile replace_file file_system json facts facter_execution retry timestamps type_checks versions logs deprecation singleton require_lib types uuid thread open3 digest symbolic_mode suid lookup]
tools.each { |tool| cases["tool: #{tool.tr('_', ' ')}"] = { apply: "cluster_tool { '#{tool}': }" } }
cases
