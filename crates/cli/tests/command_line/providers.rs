//! Types whose providers are other processes: those of Ruby modules, and those of manifests in modules.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::folder::Folder;

/// A type in Ruby whose provider writes down how it is called.
const TYPE: &str = "
Puppet::ResourceApi.register_type(
  name: 'recorded',
  desc: 'A thing',
  features: ['canonicalize', 'simple_get_filter'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'e', default: 'present' },
    name: { type: 'String', desc: 'n', behaviour: :namevar },
    value: { type: 'Optional[String]', desc: 'v' },
  },
)
";

const PROVIDER: &str = "
class Puppet::Provider::Recorded::Recorded
  def note(*words)
    File.open(ENV['CALLS'], 'a') { |file| file.puts(words.inspect) }
  end

  def canonicalize(_context, resources)
    note(:canonicalize, resources)
    resources.each { |resource| resource[:value] = resource[:value].downcase if resource[:value] }
  end

  def get(_context, names)
    note(:get, names)
    [{ name: 'old', ensure: 'present', value: 'x' }].select { |one| names.nil? || names.include?(one[:name]) }
  end

  def set(context, changes)
    note(:set, changes)
    changes.each_key { |name| context.updating(name) { context.notice('working') } }
  end
end
";

fn recorded() -> Folder {
    Folder::new(&[
        ("modules/m/lib/puppet/type/recorded.rb", TYPE),
        ("modules/m/lib/puppet/provider/recorded/recorded.rb", PROVIDER),
    ])
}

/// Runs a command with the modules of a folder.
fn run(folder: &Folder, words: &[&str]) -> crate::binary::Run {
    let words: Vec<&str> =
        [words[0], "--modulepath", "modules"].into_iter().chain(words[1..].iter().copied()).collect();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bunraku"));
    let mut command = Command::new(program);
    command.current_dir(folder.path()).env_remove("NO_COLOR").env("CALLS", folder.path().join("calls"));
    command.env("HOME", folder.path()).arg(words[0]);
    command.args(["--confdir", "c", "--vardir", "v", "--color=false", "--certname", "vm"]).args(&words[1..]);
    let mut run = crate::binary::run(&mut command, "");
    for text in [&mut run.stdout, &mut run.stderr] {
        *text = crate::transcripts::without_seconds(text).replace(&folder.path().display().to_string(), "/W");
    }
    run
}

/// A module whose provider is a script in Python.
fn python(folder: &Folder, name: &str, manifest: &str, body: &str) {
    let script = format!(
        "#!/usr/bin/python3\nimport json, os, signal, sys, time\n\
         def send(**message):\n    print(json.dumps(dict(jsonrpc='2.0', **message)), flush=True)\n\
         def ask(method, **params):\n    send(id=1, method=method, params=params)\n    return json.loads(sys.stdin.readline())\n\
         def initialize(params): return {{'protocol': 1}}\n\
         def get(params): return {{'resources': []}}\n\
         def set(params): return None\n\
         def shutdown(params): return None\n\
         {body}\n\
         for line in sys.stdin:\n    request = json.loads(line)\n    if 'id' not in request: continue\n    \
         try: send(id=request['id'], result=globals()[request['method']](request.get('params')))\n    \
         except Exception as error: send(id=request['id'], error={{'code': 1, 'message': str(error)}})\n"
    );
    let path = folder.write(&format!("modules/{name}/providers/{name}.py"), script);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let manifest = format!("protocol: 1\nexec: [./{name}.py]\n{manifest}");
    folder.write(&format!("modules/{name}/providers/{name}.yaml"), manifest);
}

/// A definition for a manifest.
fn defined(name: &str) -> String {
    format!(
        "types: [{{name: {name}, desc: d, attributes: {{name: {{type: String, desc: n, behaviour: namevar}}, \
         value: {{type: 'Optional[Any]', desc: v}}}}}}]\n"
    )
}

/// However many there are, and whether they are changed or not.
#[test]
fn four_thousand_instances_and_a_hundred_resources_need_one_get() {
    let folder = Folder::new(&[
        (
            "modules/m/lib/puppet/type/counted.rb",
            "Puppet::ResourceApi.register_type(name: 'counted', desc: 'd', attributes: {\n  \
             ensure: { type: 'Enum[present, absent]', desc: 'e', default: 'present' },\n  \
             name: { type: 'String', desc: 'n', behaviour: :namevar },\n  \
             value: { type: 'Integer', desc: 'v' },\n})\n",
        ),
        (
            "modules/m/lib/puppet/provider/counted/counted.rb",
            "require 'puppet/resource_api/simple_provider'\n\
             class Puppet::Provider::Counted::Counted < Puppet::ResourceApi::SimpleProvider\n  \
             def note(word)\n    File.write(ENV['CALLS'], \"#{word}\\n\", mode: 'a')\n  end\n  \
             def get(_)\n    note('get')\n    (1..4_100).map { |i| { name: i.to_s, ensure: 'present', value: i } }\n  end\n  \
             def update(_, name, _)\n    note(\"update #{name}\")\n  end\nend\n",
        ),
    ]);
    // All but the last are as they should be.
    let manifest = "range(1, 100).each |$i| { counted { \"${i}\": value => if $i == 100 { 7 } else { $i } } }";
    let applied = run(&folder, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 2));
    assert_eq!(fs::read_to_string(folder.path().join("calls")).unwrap(), "get\nupdate 100\n");
}

/// Providers of public modules rely on this order: canonical forms of everything first, in the order of the catalog, then one
/// name a `get` and one resource a `set`.
#[test]
fn a_provider_in_ruby_is_called_in_the_order_that_modules_rely_on() {
    let folder = recorded();
    let manifest = "recorded { 'old': value => 'Y' } recorded { 'new': value => 'Z', tag => 't' } recorded { 'same': }";
    let applied = run(&folder, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!(
        applied.stdout,
        "Notice: Compiled catalog for vm in environment production in N.NN seconds\n\
         Notice: /Stage[main]/Main/Recorded[old]/value: value changed 'x' to 'y'\n\
         Notice: recorded[old]: Updating: working\n\
         Notice: recorded[old]: Updating: Finished in N.NN seconds\n\
         Notice: /Stage[main]/Main/Recorded[new]/ensure: defined 'ensure' as 'present'\n\
         Notice: recorded[new]: Updating: working\n\
         Notice: recorded[new]: Updating: Finished in N.NN seconds\n\
         Notice: /Stage[main]/Main/Recorded[same]/ensure: defined 'ensure' as 'present'\n\
         Notice: recorded[same]: Updating: working\n\
         Notice: recorded[same]: Updating: Finished in N.NN seconds\n\
         Notice: Applied catalog in N.NN seconds\n"
    );
    assert_eq!((applied.code, applied.stderr.as_str()), (2, ""));
    let calls = folder.read("calls");
    let kinds: Vec<&str> = calls.lines().map(|line| line.split(", ").next().unwrap_or_default()).collect();
    assert_eq!(
        calls.lines().take(4).collect::<Vec<_>>(),
        [
            r#"[:canonicalize, [{:name=>"old", :value=>"Y"}]]"#,
            r#"[:canonicalize, [{:name=>"new", :value=>"Z", :tag=>"t"}]]"#,
            r#"[:canonicalize, [{:name=>"same"}]]"#,
            r#"[:get, ["old"]]"#,
        ],
        "{calls}"
    );
    assert!(calls.contains(r#"[:get, ["new"]]"#) && calls.contains(r#"[:get, ["same"]]"#), "{calls}");
    let sets: Vec<&str> = calls.lines().filter(|line| line.starts_with("[:set")).collect();
    assert_eq!(
        sets[0],
        r#"[:set, {"old"=>{:is=>{:name=>"old", :ensure=>"present", :value=>"x"}, :should=>{:name=>"old", :value=>"y", :ensure=>"present"}}}]"#
    );
    assert_eq!(
        sets[1],
        r#"[:set, {"new"=>{:is=>{:title=>"new", :ensure=>:absent}, :should=>{:name=>"new", :value=>"z", :ensure=>"present"}}}]"#
    );
    assert_eq!(kinds.iter().filter(|kind| **kind == "[:set").count(), 3, "{calls}");
}

#[test]
fn a_type_in_ruby_is_listed_shown_and_described() {
    let folder = recorded();
    let listed = run(&folder, &["resource", "recorded"]);
    assert_eq!((listed.code, listed.stderr.as_str()), (0, ""));
    assert_eq!(listed.stdout, "recorded { 'old': \n  ensure => 'present',\n  value => 'x',\n}\n");
    assert!(run(&folder, &["resource", "--types"]).stdout.lines().any(|line| line == "recorded"));
    let path = folder.path().join("modules").display().to_string();
    let described = crate::binary::bunraku(&["describe", "recorded", "--modulepath", &path]);
    assert!(described.stdout.starts_with("recorded\n========\nA thing\n"), "{}", described.stdout);
}

#[test]
fn without_ruby_only_its_own_resources_fail() {
    let folder = recorded();
    let mut command = folder.command(
        std::path::Path::new(env!("CARGO_BIN_EXE_bunraku")),
        &["apply", "--modulepath", "modules", "--detailed-exitcodes", "-e", "recorded { 'a': } notify { 'b': }"],
    );
    // The file `ruby` of a package of Puppet would be found all the same.
    if std::path::Path::new("/opt/puppetlabs/puppet/bin/ruby").exists() {
        return;
    }
    let run = crate::binary::run(command.env("PATH", "/nowhere"), "");
    assert!(run.stdout.contains("Notice: b\n"), "{}", run.stdout);
    assert_eq!(run.code, 6);
    assert!(
        run.stderr.contains("the type 'recorded' is written in Ruby, and there is no ruby on this machine: install it"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_type_of_the_older_kind_fails_its_own_resources() {
    let folder = Folder::new(&[
        (
            "modules/m/lib/puppet/type/oldie.rb",
            "Puppet::Type.newtype(:oldie) do\n  ensurable\n  newparam(:path, namevar: true)\n  newproperty(:line)\nend\n",
        ),
        ("modules/m/lib/puppet/provider/oldie/unix.rb", "Puppet::Type.type(:oldie).provide(:unix) {}\n"),
    ]);
    let manifest = "oldie { '/a': ensure => present, line => 'x', provider => unix } notify { 'b': }";
    // As on a machine without Puppet.
    let applied = run(&folder, &["apply", "--ruby-host=bunraku", "-e", manifest, "--detailed-exitcodes"]);
    assert!(applied.stdout.contains("Notice: b\n"), "{}", applied.stdout);
    assert_eq!(applied.code, 6);
    assert_eq!(
        applied.stderr,
        "Error: /Stage[main]/Main/Oldie[/a]: Could not evaluate: the type 'oldie' is of the older kind \
         (Puppet::Type.newtype), which only Puppet itself can run: install Puppet and use --ruby-host=puppet, or use a \
         type of the Resource API or one that is built in\n"
    );
}

#[test]
fn a_definition_that_computes_is_loaded_by_ruby() {
    let folder = Folder::new(&[
        (
            "modules/m/lib/puppet/type/computed.rb",
            "require 'puppet/resource_api'\n\
             def attribute(name)\n  { type: 'Optional[My::Size]', desc: name }\nend\n\
             Puppet::ResourceApi.register_type(name: 'computed', desc: 'c', attributes: {\n\
             name: { type: 'String', desc: 'n', behaviour: :namevar }, a: attribute('a'), b: attribute('b') })\n",
        ),
        (
            "modules/m/lib/puppet/provider/computed/computed.rb",
            "class Puppet::Provider::Computed::Computed\n  def get(_)\n    [{ name: 'x', a: 5 }]\n  end\n  def set(_, _); end\nend\n",
        ),
        ("modules/my/types/size.pp", "type My::Size = Integer[1, 9]\n"),
    ]);
    let listed = run(&folder, &["resource", "computed"]);
    assert_eq!((listed.stderr.as_str(), listed.stdout.as_str()), ("", "computed { 'x': \n  a => 5,\n}\n"));
    let wrong = run(&folder, &["resource", "computed", "x", "a=10"]);
    assert!(
        wrong.stderr.contains("computed.a expects an Integer[1, 9] value, got Integer[10, 10]"),
        "{}",
        wrong.stderr
    );
    folder.write("modules/m/lib/puppet/type/computed.rb", "raise 'not today'\n");
    let broken = run(&folder, &["resource", "computed"]);
    // Puppet tells it when it looks for the type, and again when it gives up.
    let reason = "Could not autoload puppet/type/computed: not today\n";
    assert_eq!(broken.stderr, format!("Error: {reason}Error: Could not run: {reason}"));
    assert_eq!(broken.code, 1);
}

#[test]
fn a_type_that_is_built_in_wins() {
    let folder = Folder::new(&[(
        "modules/m/lib/puppet/type/notify.rb",
        "Puppet::ResourceApi.register_type(name: 'notify', desc: 'd', attributes: {\
         name: { type: 'String', desc: 'n', behaviour: :namevar }, message: { type: 'Optional[String]', desc: 'm' } })\n",
    )]);
    let applied = run(&folder, &["apply", "-e", "notify { 'hello': }"]);
    assert!(applied.stdout.contains("Notice: hello\n"), "{} {}", applied.stdout, applied.stderr);
}

#[test]
fn a_manifest_adds_types_and_providers_to_types() {
    let folder = Folder::new(&[]);
    python(
        &folder,
        "things",
        &defined("thing"),
        "def get(params): return {'resources': [{'name': 'a', 'value': ask('runtime.call_function', name='upcase', args=['x'])['result']['value']}]}",
    );
    let facts = "suitable: {facts: {kernel: Plan9}}\nprovides: [thing]\n";
    python(&folder, "zzz", facts, "");
    let listed = run(&folder, &["resource", "thing"]);
    assert_eq!((listed.stderr.as_str(), listed.stdout.as_str()), ("", "thing { 'a': \n  value => 'X',\n}\n"));
    let chosen = run(&folder, &["apply", "-e", "thing { 'a': value => 'X', provider => zzz }"]);
    assert!(
        chosen.stderr.contains("Provider zzz is not functional on this host: the fact 'kernel' is 'Linux', not Plan9"),
        "{}",
        chosen.stderr
    );
    let preferred = "default_for: {kernel: [linux]}\nprovides: [thing]\n";
    python(&folder, "zzz", preferred, "def get(params): return {'resources': [{'name': 'b'}]}");
    assert_eq!(run(&folder, &["resource", "thing"]).stdout, "thing { 'b': \n}\n");
}

#[test]
fn a_provider_that_dies_fails_its_own_resources() {
    let folder = Folder::new(&[]);
    python(&folder, "things", &defined("thing"), "def set(params): os._exit(7)");
    let manifest = "thing { 'a': value => 1 } -> notify { 'after': } notify { 'other': }";
    let applied = run(&folder, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!(applied.code, 6);
    assert!(applied.stdout.contains("Notice: other\n") && !applied.stdout.contains("Notice: after\n"));
    assert!(
        applied.stderr.starts_with(
            "Error: /Stage[main]/Main/Thing[a]: Could not evaluate: the provider 'things' ended with exit code 7 during `set`\n"
        ),
        "{}",
        applied.stderr
    );
}

#[test]
fn nothing_is_left_when_a_command_is_killed() {
    let folder = Folder::new(&[]);
    let body = "def get(params):\n    open(os.environ['HOME'] + '/ready', 'w').close()\n    time.sleep(60)\n";
    python(&folder, "things", &defined("thing"), body);
    for (signal, command) in [("TERM", "resource"), ("INT", "resource"), ("KILL", "resource")] {
        let _ = fs::remove_file(folder.path().join("ready"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
            .args([command, "--confdir", "c", "--vardir", "v", "--modulepath", "modules", "thing"])
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let until = Instant::now() + Duration::from_secs(30);
        while !folder.path().join("ready").exists() && Instant::now() < until {
            thread::sleep(Duration::from_millis(20));
        }
        let killed = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        child.wait().unwrap();
        let until = Instant::now() + Duration::from_secs(8);
        while is_used(folder.path()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(50));
        }
        assert!(!is_used(folder.path()), "a process is left after {signal}");
    }
}

/// Whether a process works in a folder.
fn is_used(folder: &std::path::Path) -> bool {
    let mut processes = fs::read_dir("/proc").unwrap().flatten();
    processes.any(|process| fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder)))
}

#[test]
fn catalogs_are_compiled_with_types_of_manifests_and_start_nothing() {
    let folder = Folder::new(&[("site.pp", "thing { 'a': value => 1 }\n")]);
    python(&folder, "things", &defined("thing"), "open('started', 'w').close()");
    let compiled = folder.run(&["catalog", "compile", "--modulepath", "modules", "--manifest", "site.pp"]);
    assert!(compiled.stdout.contains("\"type\": \"Thing\""), "{} {}", compiled.stdout, compiled.stderr);
    assert_eq!(compiled.code, 0);
    folder.write("site.pp", "thing { 'a': colour => 1 }\n");
    let refused = folder.run(&["catalog", "compile", "--modulepath", "modules", "--manifest", "site.pp"]);
    assert!(refused.stderr.contains("no parameter named 'colour'"), "{}", refused.stderr);
    assert!(!folder.path().join("modules/things/providers/started").exists());
}

/// Where resources are may depend on their parameters: those that are read together have the same ones.
#[test]
fn parameters_go_along_when_resources_are_read() {
    let folder = Folder::new(&[]);
    let types: Vec<String> = [("far", "[simple_get_filter]"), ("near", "[]")]
        .map(|(name, features)| {
            format!(
                "{{name: {name}, desc: d, features: {features}, attributes: {{name: {{type: String, desc: n, behaviour: namevar}}, \
                 value: {{type: 'Optional[Any]', desc: v}}, host: {{type: 'Optional[String]', desc: h, behaviour: parameter}}, \
                 token: {{type: 'Optional[Sensitive[String]]', desc: t, behaviour: parameter}}}}}}"
            )
        })
        .into();
    python(
        &folder,
        "places",
        &format!("batch: true\ntypes: [{}]\n", types.join(", ")),
        "def get(params):\n    \
         open(os.environ['HOME'] + '/asked', 'a').write(json.dumps(params, sort_keys=True) + '\\n')\n    \
         return {'resources': [dict(name, value=1) for name in params['names'] or []]}",
    );
    let manifest = "far { ['a', 'b']: value => 1, host => 'one', token => Sensitive('t0ken') } far { 'c': value => 1, host => 'two' }
                    near { 'a': host => 'one', token => Sensitive('t0ken') } near { 'b': host => 'two', token => Sensitive('t0ken') }";
    let applied = run(&folder, &["apply", "-e", manifest]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 0));
    let token = r#""token": {"__ptype": "Sensitive", "__pvalue": "t0ken"}"#;
    assert_eq!(
        folder.read("asked"),
        format!(
            "{{\"names\": [{{\"name\": \"a\"}}, {{\"name\": \"b\"}}], \"params\": {{\"host\": \"one\", {token}}}, \"type\": \"far\"}}\n\
             {{\"names\": [{{\"name\": \"c\"}}], \"params\": {{\"host\": \"two\"}}, \"type\": \"far\"}}\n\
             {{\"names\": null, \"params\": {{{token}}}, \"type\": \"near\"}}\n"
        )
    );
    let listed = run(&folder, &["resource", "near"]);
    assert_eq!(listed.code, 0, "{}", listed.stderr);
    assert!(folder.read("asked").ends_with("{\"names\": null, \"params\": {}, \"type\": \"near\"}\n"));
}
