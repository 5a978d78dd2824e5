# The cases of ini_subsetting: names with manifests, and what there is before.
text = "[java]\nARGS = \"-Xms256m -Xmx512m -d\"\nplain = a,b,c\n"
with = lambda do |attributes, more = {}|
  { before: { 'a' => text }, manifest: "ini_subsetting { 'x': path => '%D/a', section => 'java', #{attributes} }" }.merge(more)
end
{
  'there already' => with.call("setting => 'ARGS', subsetting => '-Xmx', value => '512m'"),
  'change' => with.call("setting => 'ARGS', subsetting => '-Xmx', value => '1g'"),
  'change and show it' => with.call("setting => 'ARGS', subsetting => '-Xmx', value => '1g'", options: ['--show_diff']),
  'change and show a sum' => with.call("setting => 'ARGS', subsetting => '-Xmx', value => '1g', show_diff => md5", options: ['--show_diff']),
  'add' => with.call("setting => 'ARGS', subsetting => '-Xss', value => '1m'"),
  'add without a value' => with.call("setting => 'ARGS', subsetting => '-server'"),
  'add a setting' => with.call("setting => 'NEW', subsetting => '-Xss', value => '1m'"),
  'add a setting with quotes' => with.call("setting => 'NEW', subsetting => '-Xss', value => '1m', quote_char => '\"'"),
  'add a section' => { before: { 'a' => text }, manifest: "ini_subsetting { 'x': path => '%D/a', section => 'new', setting => 's', subsetting => 'a', value => 'b' }" },
  'absent' => with.call("ensure => absent, setting => 'ARGS', subsetting => '-Xmx'"),
  'absent and not there' => with.call("ensure => absent, setting => 'ARGS', subsetting => '-Xss'"),
  'absent takes the last part' => with.call("ensure => absent, setting => 'k', subsetting => 'a'", before: { 'a' => "[java]\nk = a1\nl = 2\n" }),
  'absent takes the last part in quotes' => with.call("ensure => absent, setting => 'k', subsetting => 'a'", before: { 'a' => "[java]\nk = \"a1\"\n" }),
  'a separator' => with.call("setting => 'plain', subsetting => 'd', subsetting_separator => ','"),
  'a separator of name and value' => with.call("setting => 'k', subsetting => 'b', value => '3', subsetting_separator => ',', subsetting_key_val_separator => ':'", before: { 'a' => "[java]\nk = a:1,b:2\n" }),
  'an exact match' => with.call("setting => 'plain', subsetting => 'b', subsetting_separator => ',', use_exact_match => true"),
  'an exact match that is not there' => with.call("setting => 'plain', subsetting => 'bb', subsetting_separator => ',', use_exact_match => true"),
  'absent by an exact match' => with.call("ensure => absent, setting => 'plain', subsetting => 'b', subsetting_separator => ',', use_exact_match => true"),
  'at the start' => with.call("setting => 'plain', subsetting => 'x', subsetting_separator => ',', insert_type => start"),
  'before another' => with.call("setting => 'plain', subsetting => 'x', subsetting_separator => ',', insert_type => before, insert_value => 'b'"),
  'after another' => with.call("setting => 'plain', subsetting => 'x', subsetting_separator => ',', insert_type => after, insert_value => 'b'"),
  'at a place' => with.call("setting => 'plain', subsetting => 'x', subsetting_separator => ',', insert_type => index, insert_value => 1"),
  'noop' => with.call("setting => 'ARGS', subsetting => '-Xmx', value => '1g'", options: ['--noop', '--show_diff']),
  'a wrong quote' => with.call("setting => 'ARGS', subsetting => '-Xmx', value => '1g', quote_char => '|'"),
  'a wrong place' => with.call("setting => 'ARGS', subsetting => '-Xmx', value => '1g', insert_type => middle"),
  'a wrong switch' => with.call("setting => 'ARGS', subsetting => '-Xmx', value => '1g', use_exact_match => maybe"),
}.transform_values { |test| { modules: ['inifile'] }.merge(test) }
