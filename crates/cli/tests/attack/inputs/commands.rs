//! The commands that read files, and additional seeds.

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Manifest,
    Model,
    Epp,
    Erb,
    Yaml,
    HieraConfig,
    Json,
    Hocon,
    Eyaml,
    Key,
    Catalog,
    Report,
    State,
    RubyType,
    Ecore,
    Device,
    Inventory,
    Settings,
    EnvironmentConf,
    Provider,
    Facts,
    Lines,
    Type,
    Value,
}

/// A command that reads an input.
pub struct Reader {
    pub kind: Kind,
    /// The input.
    pub file: &'static str,
    /// The arguments: `%F` is the input, `%D` its directory, `%W` the workspace, and `~` a blank.
    pub words: &'static str,
    /// A last argument that contains blanks.
    pub code: Option<&'static str>,
    /// Other files.
    pub extra: &'static [(&'static str, &'static str)],
}

const fn reader(kind: Kind, file: &'static str, words: &'static str) -> Reader {
    Reader { kind, file, words, code: None, extra: &[] }
}

const fn with(mut reader: Reader, extra: &'static [(&'static str, &'static str)]) -> Reader {
    reader.extra = extra;
    reader
}

const fn code(mut reader: Reader, code: &'static str) -> Reader {
    reader.code = Some(code);
    reader
}

const HIERA: &[(&str, &str)] = &[(
    "hiera.yaml",
    "version: 5\nhierarchy:\n  - {name: y, path: i.yaml}\n  - {name: j, path: i.json, data_hash: json_data}\n  \
     - {name: h, path: i.conf, data_hash: hocon_data}\ndefaults: {datadir: ., data_hash: yaml_data}\n",
)];

const EYAML: &[(&str, &str)] = &[(
    "hiera.yaml",
    "version: 5\nhierarchy:\n  - name: e\n    lookup_key: eyaml_lookup_key\n    path: i.eyaml\n    options:\n      \
     pkcs7_private_key: %W/crates/cli/tests/golden/hiera-eyaml/keys/private_key.pkcs7.pem\n      \
     pkcs7_public_key: %W/crates/cli/tests/golden/hiera-eyaml/keys/public_key.pkcs7.pem\ndefaults: {datadir: .}\n",
)];

const EYAML_KEY: &[(&str, &str)] = &[(
    "hiera.yaml",
    "version: 5\nhierarchy:\n  - name: e\n    lookup_key: eyaml_lookup_key\n    path: secret.eyaml\n    options:\n      \
     pkcs7_private_key: %D/private.pem\n      \
     pkcs7_public_key: %W/crates/cli/tests/golden/hiera-eyaml/keys/public_key.pkcs7.pem\n\
     defaults: {datadir: %W/crates/cli/tests/golden/hiera-eyaml/code/environments/production/data}\n",
)];

pub const COMMANDS: &[Reader] = &[
    reader(Kind::Manifest, "i.pp", "parser validate %F"),
    reader(Kind::Manifest, "i.pp", "parser validate --render-as json %F"),
    reader(Kind::Manifest, "i.pp", "parser dump --format json %F"),
    reader(Kind::Manifest, "i.pp", "parser dump --format pn --validate %F"),
    reader(
        Kind::Manifest,
        "i.pp",
        "apply --noop --confdir %D/c --vardir %D/v --modulepath %W/crates/compiler/tests/functions/modules %F",
    ),
    reader(Kind::Manifest, "i.pp", "apply --noop --confdir %D/c --vardir %D/v --graph --debug %F"),
    reader(Kind::Manifest, "i.pp", "catalog compile n --confdir %D/c --vardir %D/v --manifest %F"),
    reader(Kind::Manifest, "i.pp", "lookup a --default 1 --compile --confdir %D/c --vardir %D/v --manifest %F"),
    reader(
        Kind::Manifest,
        "m/m/manifests/init.pp",
        "apply --noop --confdir %D/c --vardir %D/v --modulepath %D/m -e include~m",
    ),
    reader(
        Kind::Manifest,
        "m/m/functions/f.pp",
        "apply --noop --confdir %D/c --vardir %D/v --modulepath %D/m -e notice(m::f(1))",
    ),
    code(
        reader(Kind::Manifest, "m/m/types/t.pp", "apply --noop --confdir %D/c --vardir %D/v --modulepath %D/m -e"),
        "notice(1 =~ M::T)",
    ),
    reader(Kind::Model, "i.pp", "model check %F"),
    reader(Kind::Model, "i.pp", "model export %F"),
    reader(Kind::Model, "i.pp", "model diagram %F"),
    reader(Kind::Model, "i.pp", "model generate --lang python %F"),
    reader(Kind::Model, "i.pp", "model generate --lang rust %F"),
    reader(Kind::Model, "i.pp", "model generate --lang json-schema %F"),
    reader(Kind::Epp, "i.epp", "epp validate %F"),
    reader(Kind::Epp, "i.epp", "epp dump --format json %F"),
    reader(Kind::Epp, "i.epp", "epp render %F --values {name=>x}"),
    code(
        reader(Kind::Erb, "i.erb", "apply --noop --confdir %D/c --vardir %D/v -e"),
        "$a = [1, 2] $h = { 'k' => 'v' } notice(template('%F'))",
    ),
    with(
        reader(Kind::Yaml, "i.yaml", "lookup a --explain --confdir %D/c --vardir %D/v --hiera_config %D/hiera.yaml"),
        HIERA,
    ),
    with(
        reader(Kind::Yaml, "i.yaml", "lookup a --merge deep --confdir %D/c --vardir %D/v --hiera_config %D/hiera.yaml"),
        HIERA,
    ),
    with(reader(Kind::Json, "i.json", "lookup a --confdir %D/c --vardir %D/v --hiera_config %D/hiera.yaml"), HIERA),
    with(reader(Kind::Hocon, "i.conf", "lookup a --confdir %D/c --vardir %D/v --hiera_config %D/hiera.yaml"), HIERA),
    reader(Kind::HieraConfig, "hiera.yaml", "lookup a --explain --confdir %D/c --vardir %D/v --hiera_config %F"),
    with(
        reader(
            Kind::HieraConfig,
            "m/m/hiera.yaml",
            "lookup m::a --explain --confdir %D/c --vardir %D/v --modulepath %D/m",
        ),
        &[("m/m/manifests/init.pp", "class m($a = 1) {}")],
    ),
    with(
        reader(Kind::Eyaml, "i.eyaml", "lookup secret --confdir %D/c --vardir %D/v --hiera_config %D/hiera.yaml"),
        EYAML,
    ),
    with(
        reader(Kind::Key, "private.pem", "lookup secret --confdir %D/c --vardir %D/v --hiera_config %D/hiera.yaml"),
        EYAML_KEY,
    ),
    reader(Kind::Yaml, "i.yaml", "apply --noop --confdir %D/c --vardir %D/v --facts %F -e notice($facts)"),
    reader(Kind::Json, "i.json", "apply --noop --confdir %D/c --vardir %D/v --facts %F -e notice($facts)"),
    reader(Kind::Yaml, "i.yaml", "epp render -e x --values_file %F"),
    code(
        reader(Kind::Yaml, "i.yaml", "apply --noop --confdir %D/c --vardir %D/v -e"),
        "notice(loadyaml('%F', 1)) notice(parseyaml(file('%F'), 1))",
    ),
    reader(Kind::Catalog, "i.json", "apply --noop --color=false --confdir %D/c --vardir %D/v --catalog %F"),
    reader(Kind::Catalog, "i.json", "catalog diff %F %W/crates/catalog/tests/golden/catalog-sample.json"),
    reader(Kind::Report, "i.yaml", "report %F"),
    reader(Kind::Report, "i.yaml", "report --format json %F"),
    reader(Kind::State, "v/state/state.yaml", "apply --noop --confdir %D/c --vardir %D/v -e notify{x:}"),
    reader(Kind::State, "v/state/transactionstore.yaml", "apply --noop --confdir %D/c --vardir %D/v -e notify{x:}"),
    reader(Kind::RubyType, "m/m/lib/puppet/type/t.rb", "describe t --modulepath %D/m"),
    reader(Kind::RubyType, "i.rb", "model migrate %F"),
    reader(Kind::Ecore, "i.ecore", "model import %F"),
    reader(Kind::Ecore, "i.xmi", "model import %F"),
    reader(Kind::Device, "device.conf", "device --confdir %D/c --vardir %D/v --deviceconfig %F --target hall --facts"),
    reader(Kind::Inventory, "i.yaml", "device --confdir %D/c --vardir %D/v --inventory %F --target porch --facts"),
    reader(Kind::Settings, "puppet.conf", "config print --confdir %D --vardir %D/v all"),
    reader(Kind::Settings, "puppet.conf", "config set --confdir %D --vardir %D/v certname x"),
    reader(
        Kind::EnvironmentConf,
        "e/production/environment.conf",
        "config print --confdir %D/c --vardir %D/v --environmentpath %D/e modulepath",
    ),
    reader(Kind::Provider, "m/m/providers/i.yaml", "describe --list --modulepath %D/m"),
    reader(Kind::Provider, "p/i.yaml", "resource --types --confdir %D/c --vardir %D/v --providers %D/p"),
    reader(Kind::Provider, "m/m/providers/i.yaml", "describe sky --modulepath %D/m"),
    reader(Kind::Yaml, "e/i.yaml", "facts show --confdir %D/c --vardir %D/v --external-dir %D/e"),
    reader(Kind::Json, "e/i.json", "facts show --confdir %D/c --vardir %D/v --external-dir %D/e"),
    reader(Kind::Facts, "e/i.txt", "facts show --confdir %D/c --vardir %D/v --external-dir %D/e"),
    reader(Kind::Hocon, "facter.conf", "facts show --confdir %D/c --vardir %D/v --config-file %F os"),
    code(
        reader(Kind::Lines, "i", "apply --noop --confdir %D/c --vardir %D/v -e"),
        "host { 'x': ip => '192.0.2.1', target => '%F' } sysctl { 'a.b': val => '1', target => '%F' } mount { '/x': ensure => defined, device => 'y', fstype => 'z', target => '%F' }",
    ),
    code(
        reader(Kind::Lines, "i", "apply --noop --show_diff --confdir %D/c --vardir %D/v -e"),
        "file_line { 'x': path => '%F', line => 'new', match => '^k' } ini_setting { 'x': path => '%F', section => 's', setting => 'k', value => 'new' } ini_subsetting { 'x': path => '%F', section => 's', setting => 'k', subsetting => 'u', value => 'new' } file { '%F': content => 'new' }",
    ),
    code(
        reader(Kind::Json, "i", "apply --noop --confdir %D/c --vardir %D/v -e"),
        "concat_file { '%D/o': format => 'json' } concat_fragment { ['a', 'b']: target => '%D/o', source => '%F' }",
    ),
    code(
        reader(Kind::Yaml, "i", "apply --noop --confdir %D/c --vardir %D/v -e"),
        "concat_file { '%D/o': format => 'yaml' } concat_fragment { ['a', 'b']: target => '%D/o', source => '%F' }",
    ),
    code(
        reader(Kind::Type, "i", "apply --noop --confdir %D/c --vardir %D/v -e"),
        "$t = Type(file('%F')) notice($t) notice([1] =~ $t)",
    ),
    code(reader(Kind::Value, "i", "apply --noop --confdir %D/c --vardir %D/v -e"), "notice(Integer(file('%F'), 10))"),
    code(reader(Kind::Value, "i", "apply --noop --confdir %D/c --vardir %D/v -e"), "notice(Numeric(file('%F')))"),
    code(reader(Kind::Value, "i", "apply --noop --confdir %D/c --vardir %D/v -e"), "notice(Timestamp(file('%F')))"),
    code(reader(Kind::Value, "i", "apply --noop --confdir %D/c --vardir %D/v -e"), "notice(SemVer(file('%F')))"),
    code(reader(Kind::Value, "i", "apply --noop --confdir %D/c --vardir %D/v -e"), "notice(SemVerRange(file('%F')))"),
    code(
        reader(Kind::Value, "i", "apply --noop --confdir %D/c --vardir %D/v -e"),
        "notice('aaa' =~ Regexp(file('%F')))",
    ),
    code(reader(Kind::Value, "i", "apply --noop --confdir %D/c --vardir %D/v -e"), "notice(Timespan(file('%F')))"),
    code(
        reader(Kind::Value, "i", "apply --noop --confdir %D/c --vardir %D/v -e"),
        "$v = file('%F') notice(sprintf($v, 1)) notice(regsubst('aaa', $v, $v, 'G')) notice(split($v, $v)) notice(match('aaa', $v)) notice(versioncmp($v, $v))",
    ),
];

/// Seeds that are not files of other tests.
pub const WRITTEN: &[(Kind, &str)] = &[
    (
        Kind::Manifest,
        "class m(Integer $a = 1, $b = { 'k' => [1, undef] }) inherits m {\n  notify { \"x ${$a + 1} ${$b['k'][0]}\": message => @(\"EOT\"/L) }\n    text ${a}\n    | EOT\n}\n",
    ),
    (Kind::Manifest, "class m(Integer $a = 1) { notify { \"x ${$a + 1}\": message => 'y' } }"),
    (
        Kind::Manifest,
        "function m::f(Variant[Integer, Array] $x, Optional[String] *$y) >> Any { case $x { 1: { [$x, *$y] } default: { $x[0, -1] } } }",
    ),
    (Kind::Manifest, "type M::T = Struct[{ Optional['a'] => Integer[0, default], 'b' => Variant[M::T, Undef] }]"),
    (
        Kind::Manifest,
        "define d($x) { file { \"/nonexistent/${title}\": content => $x } } d { ['a', 'b']: x => '1' } -> File <| title != 'x' |> { mode => '0644' } [1, 2].map |$i, $v| { $v * $i }.filter |$z| { $z =~ /\\d/ }.each |$z| { notice($z) } node default { exec { '/bin/true': } ~> notify { 'n': } }",
    ),
    (
        Kind::Erb,
        "<% @a.each do |x| -%>\n<%= x + 1 %> <%= '%05d' % x %>\n<% end -%>\n<%= @h['k'].gsub(/v/) { |m| m.upcase } if @h.key?('k') %><%# c %>\n",
    ),
    (
        Kind::Yaml,
        "a: &x {b: [1, 2.5, ~, 'c %{facts.os} %{lookup(\"e\")}']}\nd: *x\ne: 1\nlookup_options:\n  a: {merge: {strategy: deep, knockout_prefix: '--'}, convert_to: Hash}\n",
    ),
    (Kind::Json, "{\"a\": {\"b\": [1, 2.5, null, true, \"c\\u00e4\"]}, \"d\": \"%{alias('a')}\"}"),
    (
        Kind::Hocon,
        "a = { b: [1, 2], c = ${d}\"x\" }\nd : \"\"\"y\"\"\"\na.e += 1\nfacts : { blocklist : [ \"x\" ], ttls : [ { \"os\" : 1 days } ] }\n",
    ),
    (
        Kind::HieraConfig,
        "version: 5\nhierarchy:\n- {name: a, globs: ['*.yaml', 'x/**/%{::facts.os.family}.yaml']}\n- {name: b, mapped_paths: [l, x, 'p/%{x}.yaml'], lookup_key: eyaml_lookup_key, options: {k: 1}}\ndefault_hierarchy: []\n",
    ),
    (
        Kind::RubyType,
        "require 'puppet/resource_api'\nPuppet::ResourceApi.register_type(\n  name: 't', desc: <<-D, features: ['canonicalize'],\n    text\n  D\n  attributes: {\n    name: { type: 'String[1]', desc: 'n', behaviour: :namevar },\n    ensure: { type: 'Enum[present, absent]', desc: 'e', default: 'present' },\n    size: { type: 'Optional[Integer[0, 5]]', desc: \"s\" + 'x' },\n  },\n)\n",
    ),
    (
        Kind::RubyType,
        "Puppet::Type.newtype(:t) do\n  @doc = %q{x}\n  ensurable\n  newparam(:name, namevar: true) { desc 'n' }\n  newproperty(:a, array_matching: :all) do\n    newvalues(:x, /y/)\n    defaultto { :x }\n    munge { |v| v.to_s }\n  end\n  autorequire(:file) { ['/'] }\nend\n",
    ),
    (
        Kind::Device,
        "[hall]\ntype lamp\nurl file:///etc/lamp.conf\ndebug\n\n# another\n[roof]\n  type lamp\n  url https://u:p@h:1/x?y=z\n",
    ),
    (
        Kind::Inventory,
        "config:\n  transport: remote\n  remote: {remote-transport: lamp, password: x}\ngroups:\n- name: outside\n  targets:\n  - name: porch\n    alias: front\n    config: {remote: {room: porch}}\n  - {name: a, uri: 'lamp://b:1'}\n",
    ),
    (
        Kind::Settings,
        "# settings\n[main]\ncertname = web1\nlogdir = $vardir/x\nruntimeout=1h\n[agent]\nserver=x { owner = root }\n[user]\n  noop = true\n",
    ),
    (Kind::EnvironmentConf, "modulepath = modules:$basemodulepath\nmanifest = site.pp\nconfig_version = /bin/true\n"),
    (
        Kind::Provider,
        "protocol: 1\nexec: [./sky.py, a]\nconcurrency: free\ntimeouts: { set: 1 }\ntypes:\n- name: sky\n  desc: A sky\n  features: [canonicalize]\n  attributes:\n    name: { type: String, desc: n, behaviour: namevar }\n    ensure: { type: 'Enum[present, absent]', desc: e, default: present }\n    color: { type: 'Optional[Pattern[/^#[0-9a-f]+$/]]', desc: c }\n",
    ),
    (Kind::Facts, "role=web\nsize=12\n a = b = c\n"),
    (
        Kind::Lines,
        "# hosts\n127.0.0.1 localhost loop # comment\n::1\tip6\n/dev/sda1 /x ext4 defaults,noatime 0 1\nkernel.a.b = 1 2\n[s]\nk = v\n; c\nk : -a 1 -b\n",
    ),
    (
        Kind::Type,
        "Struct[{ Optional['a'] => Variant[Integer[1, 5], Array[String[1], 0, 3]], 'b' => Hash[Pattern[/x+/], Callable[1, 2]] }]",
    ),
    (
        Kind::Type,
        "Object[{ name => 'A', attributes => { x => { type => Integer, value => 1 } }, functions => { f => Callable[[], String] } }]",
    ),
    (Kind::Value, "12"),
    (Kind::Value, "1.2.3-rc1+x"),
    (Kind::Value, "3-04:05:06.7"),
    (Kind::Value, "%s a"),
    (Kind::Value, "2026-11-18T13:00:00.5 UTC"),
    (Kind::Value, "1.2.3-rc1+x >=1.0.0 <2.0.0 || ~3"),
    (Kind::Value, "^(a|b)*c{2,5}\\1(?i:x)[[:alpha:]]%-10.3f%<a>s"),
];
