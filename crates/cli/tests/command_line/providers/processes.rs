//! Types whose providers are processes of provider manifests.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::run;
use crate::test_dir::TestDir;

/// A module with a provider script in Python.
pub(super) fn python(directory: &TestDir, name: &str, manifest: &str, body: &str) {
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
    let path = directory.write(&format!("modules/{name}/providers/{name}.py"), script);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let manifest = format!("protocol: 1\nexec: [./{name}.py]\n{manifest}");
    directory.write(&format!("modules/{name}/providers/{name}.yaml"), manifest);
}

/// A definition for a manifest.
pub(super) fn defined(name: &str) -> String {
    format!(
        "types: [{{name: {name}, desc: d, attributes: {{name: {{type: String, desc: n, behaviour: namevar}}, \
         value: {{type: 'Optional[Any]', desc: v}}}}}}]\n"
    )
}

#[test]
fn a_manifest_adds_types_and_providers_to_types() {
    let directory = TestDir::new(&[]);
    python(
        &directory,
        "things",
        &defined("thing"),
        "def get(params): return {'resources': [{'name': 'a', 'value': ask('runtime.call_function', name='upcase', args=['x'])['result']['value']}]}",
    );
    let facts = "suitable: {facts: {kernel: Plan9}}\nprovides: [thing]\n";
    python(&directory, "zzz", facts, "");
    let listed = run(&directory, &["resource", "thing"]);
    assert_eq!((listed.stderr.as_str(), listed.stdout.as_str()), ("", "thing { 'a': \n  value => 'X',\n}\n"));
    let chosen = run(&directory, &["apply", "-e", "thing { 'a': value => 'X', provider => zzz }"]);
    assert!(
        chosen.stderr.contains("Provider zzz is not functional on this host: the fact 'kernel' is 'Linux', not Plan9"),
        "{}",
        chosen.stderr
    );
    let preferred = "default_for: {kernel: [linux]}\nprovides: [thing]\n";
    python(&directory, "zzz", preferred, "def get(params): return {'resources': [{'name': 'b'}]}");
    assert_eq!(run(&directory, &["resource", "thing"]).stdout, "thing { 'b': \n}\n");
}

#[test]
fn a_provider_that_dies_fails_its_own_resources() {
    let directory = TestDir::new(&[]);
    python(&directory, "things", &defined("thing"), "def set(params): os._exit(7)");
    let manifest = "thing { 'a': value => 1 } -> notify { 'after': } notify { 'other': }";
    let applied = run(&directory, &["apply", "-e", manifest, "--detailed-exitcodes"]);
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
    let directory = TestDir::new(&[]);
    let body = "def get(params):\n    open(os.environ['HOME'] + '/ready', 'w').close()\n    time.sleep(60)\n";
    python(&directory, "things", &defined("thing"), body);
    for (signal, command) in [("TERM", "resource"), ("INT", "resource"), ("KILL", "resource")] {
        let _ = fs::remove_file(directory.path().join("ready"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
            .args([command, "--confdir", "c", "--vardir", "v", "--modulepath", "modules", "thing"])
            .current_dir(directory.path())
            .env("HOME", directory.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let until = Instant::now() + Duration::from_secs(30);
        while !directory.path().join("ready").exists() && Instant::now() < until {
            thread::sleep(Duration::from_millis(20));
        }
        let killed = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        child.wait().unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        while is_used(directory.path()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(50));
        }
        assert!(!is_used(directory.path()), "a process is left after {signal}");
    }
}

/// Whether a process works in a directory.
pub(super) fn is_used(directory: &std::path::Path) -> bool {
    let mut processes = fs::read_dir("/proc").unwrap().flatten();
    processes.any(|process| fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(directory)))
}

#[test]
fn catalogs_are_compiled_with_types_of_manifests_and_start_nothing() {
    let directory = TestDir::new(&[("site.pp", "thing { 'a': value => 1 }\n")]);
    python(&directory, "things", &defined("thing"), "open('started', 'w').close()");
    let compiled = directory.run(&["catalog", "compile", "--modulepath", "modules", "--manifest", "site.pp"]);
    assert!(compiled.stdout.contains("\"type\": \"Thing\""), "{} {}", compiled.stdout, compiled.stderr);
    assert_eq!(compiled.code, 0);
    directory.write("site.pp", "thing { 'a': colour => 1 }\n");
    let refused = directory.run(&["catalog", "compile", "--modulepath", "modules", "--manifest", "site.pp"]);
    assert!(refused.stderr.contains("no parameter named 'colour'"), "{}", refused.stderr);
    assert!(!directory.path().join("modules/things/providers/started").exists());
}

/// The location of resources may depend on their parameters: those that are read together have the same ones.
#[test]
fn parameters_go_along_when_resources_are_read() {
    let directory = TestDir::new(&[]);
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
        &directory,
        "places",
        &format!("batch: true\ntypes: [{}]\n", types.join(", ")),
        "def get(params):\n    \
         open(os.environ['HOME'] + '/asked', 'a').write(json.dumps(params, sort_keys=True) + '\\n')\n    \
         return {'resources': [dict(name, value=1) for name in params['names'] or []]}",
    );
    let manifest = "far { ['a', 'b']: value => 1, host => 'one', token => Sensitive('t0ken') } far { 'c': value => 1, host => 'two' }
                    near { 'a': host => 'one', token => Sensitive('t0ken') } near { 'b': host => 'two', token => Sensitive('t0ken') }";
    let applied = run(&directory, &["apply", "-e", manifest]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 0));
    let token = r#""token": {"__ptype": "Sensitive", "__pvalue": "t0ken"}"#;
    assert_eq!(
        directory.read("asked"),
        format!(
            "{{\"names\": [{{\"name\": \"a\"}}, {{\"name\": \"b\"}}], \"params\": {{\"host\": \"one\", {token}}}, \"type\": \"far\"}}\n\
             {{\"names\": [{{\"name\": \"c\"}}], \"params\": {{\"host\": \"two\"}}, \"type\": \"far\"}}\n\
             {{\"names\": null, \"params\": {{{token}}}, \"type\": \"near\"}}\n"
        )
    );
    let listed = run(&directory, &["resource", "near"]);
    assert_eq!(listed.code, 0, "{}", listed.stderr);
    assert!(directory.read("asked").ends_with("{\"names\": null, \"params\": {}, \"type\": \"near\"}\n"));
}

/// A name from a provider can neither control the terminal nor forge log lines.
#[test]
fn names_from_a_provider_cannot_control_the_terminal_or_forge_lines() {
    let directory = TestDir::new(&[]);
    let definition = "types: [{name: thing, desc: d, attributes: {name: {type: String, desc: n, behaviour: namevar}, \
                      ensure: {type: 'Enum[present, absent]', desc: e}, value: {type: 'Optional[String]', desc: v}}}]\n";
    let body = "def get(params): return {'resources': [{'name': '\\x1b[2J\\x1b]0;pwn\\x07evil\\r\\nNotice: fake', \
                'ensure': 'present', 'value': '\\x00\\u202e'}]}\n\
                def set(params): send(method='log', params={'level': 'notice', 'message': 'x\\nError: \\x9b31mfake'})";
    python(&directory, "things", definition, body);
    let log = directory.path().join("log.txt").display().to_string();
    let manifest = "resources { 'thing': purge => true } thing { 'a': ensure => present }";
    let applied = run(&directory, &["apply", "--debug", "--logdest", &format!("console,{log}"), "-e", manifest]);
    let printed = format!("{}{}{}", applied.stdout, applied.stderr, directory.read("log.txt"));
    let steers = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    assert!(!printed.contains(steers) && !printed.contains('\u{202e}'), "{printed:?}");
    let forged = printed.lines().filter(|line| line.starts_with("Notice: fake") || line.starts_with("Error: "));
    assert_eq!(forged.count(), 0, "{printed}");
    assert!(printed.contains("\n  Notice: fake]"), "the name is shown: {printed}");
    assert!(printed.contains("\n  Error: \u{fffd}31mfake"), "the message is shown: {printed}");
}
