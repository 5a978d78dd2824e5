//! Secrets of 1 to 64 letters, planted in everything that can contain one, and searched for in everything that a run
//! writes, starts or leaves.
//!
//! A known secret is never shown, however short it is. The exceptions are those of the documentation
//! (`resource_api::secret`): in texts that are derived from a secret, only secrets of at least four letters are found.

use std::{collections::HashMap, fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use crate::{
    binary::{self, Run},
    built_in::Sandbox,
};

/// A location where a secret is planted.
struct Plant {
    name: &'static str,
    /// The manifest: `SECRET` is the secret, `N` its length, `%D` a directory.
    manifest: &'static str,
    /// Whether the secret becomes part of a public text: of a message of the manifest or the output of a program.
    in_text: bool,
    /// Whether each length takes a process, so that only a few lengths are used.
    is_slow: bool,
}

const fn plant(name: &'static str, manifest: &'static str) -> Plant {
    Plant { name, manifest, in_text: false, is_slow: false }
}

const fn in_text(plant: Plant) -> Plant {
    Plant { in_text: true, ..plant }
}

const fn slow(plant: Plant) -> Plant {
    Plant { is_slow: true, ..plant }
}

const PLANTS: &[Plant] = &[
    plant("content", "file { '%D/content-N': content => Sensitive('SECRET') }"),
    plant("template", "file { '%D/template-N': content => Sensitive(epp('m/t.epp', { 'p' => Sensitive('SECRET') })) }"),
    in_text(plant("unwrapped", "file { '%D/unwrapped-N': content => epp('m/t.epp', { 'p' => Sensitive('SECRET') }) }")),
    plant("message", "notify { 'message-N': message => Sensitive('SECRET') }"),
    in_text(plant(
        "words",
        "notify { 'words-N': message => \"it is ${Sensitive('SECRET').unwrap}\", withpath => true }",
    )),
    plant(
        "class",
        "class c_N(Sensitive $p) { notify { 'class-N': message => $p } } class { 'c_N': p => Sensitive('SECRET') }",
    ),
    plant(
        "define",
        "define d_N(Sensitive $p) { notify { \"define-${title}\": message => $p } } d_N { 'N': p => Sensitive('SECRET') }",
    ),
    plant("hash", "h { 'hash-N': map => { 'a' => Sensitive('SECRET'), 'b' => [Sensitive('SECRET')] } }"),
    plant("attribute", "h { 'attribute-N': token => 'SECRET' }"),
    plant("wrapped attribute", "h { 'wrapped-N': value => Sensitive('SECRET') }"),
    plant("answer", "h { 'answer-N': token => 'other' }"),
    in_text(plant("told", "h { 'told-N': value => Sensitive('SECRET') }")),
    in_text(plant("failing", "h { 'failing-N': value => Sensitive('SECRET') }")),
    plant(
        "ini",
        "ini_setting { 'ini-N': path => '%D/ini', section => 's', setting => 'N', value => Sensitive('SECRET') }",
    ),
    plant("line", "file_line { 'line-N': path => '%D/lines', line => Sensitive('N=SECRET') }"),
    plant(
        "fragment",
        "concat_fragment { 'fragment-N': target => '%D/all', content => Sensitive('SECRET'), order => 'N' }",
    ),
    plant("host", "host { 'host-N': ip => '10.0.0.N', comment => Sensitive('SECRET') }"),
    plant("data", "notify { 'data-N': message => lookup('secret_N') }"),
    plant("encrypted data", "notify { 'encrypted-N': message => lookup('encrypted_N') }"),
    plant("deferred", "notify { 'deferred-N': message => Deferred('sprintf', ['%s', Sensitive('SECRET')]) }"),
    slow(plant("command", "exec { 'command-N': command => Sensitive('true SECRET'), provider => shell }")),
    slow(plant(
        "output",
        "exec { 'output-N': command => Sensitive('echo SECRET'), logoutput => true, provider => shell }",
    )),
    slow(plant(
        "failing command",
        "exec { 'fails-N': command => Sensitive('echo SECRET; exit 9'), provider => shell }",
    )),
    slow(plant(
        "check",
        "exec { 'check-N': command => 'true', unless => Sensitive('echo SECRET; false'), provider => shell }",
    )),
    slow(plant("variable", "exec { 'variable-N': command => '/bin/true', environment => Sensitive('V=SECRET') }")),
    slow(plant("password", "user { 'userN': ensure => present, password => Sensitive('$6$SECRET') }")),
    slow(plant(
        "service",
        "service { 'service-N': ensure => running, provider => base, hasstatus => true, \
                           start => Sensitive('/bin/sh -c \"echo SECRET; exit 7\"'), status => Sensitive('/bin/false SECRET') }",
    )),
];

pub(crate) const LENGTHS: std::ops::RangeInclusive<usize> = 1..=64;

/// The lengths for plants that take a process each.
const SAMPLE_LENGTHS: [usize; 8] = [1, 2, 3, 4, 5, 8, 32, 64];

/// Letters that appear in no output by chance.
const RARE: [&str; 3] = ["~", "~^", "^~^"];

/// A unique secret: of letters of its own if it is long, else of rare ones.
pub(crate) fn secret(plant: usize, length: usize) -> String {
    if length < 4 {
        return RARE[length - 1].to_owned();
    }
    let mut state = (plant * 1_000 + length) as u64 + 7;
    let letter = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"[(state >> 33) as usize % 57])
    };
    (0..length).map(letter).collect()
}

fn lengths(plant: &Plant) -> Vec<usize> {
    if plant.is_slow { SAMPLE_LENGTHS.to_vec() } else { LENGTHS.collect() }
}

/// A provider with some resources that logs every request and fails with its contents.
const PROVIDER: &str = r#"#!/usr/bin/python3
import json, os, sys
def send(**message):
    print(json.dumps(dict(jsonrpc='2.0', **message)), flush=True)
def plain(value):
    if isinstance(value, dict) and '__ptype' in value: return plain(value.get('__pvalue'))
    return value
for line in sys.stdin:
    request = json.loads(line)
    if 'id' not in request: continue
    method, params, result = request['method'], request.get('params'), None
    if method == 'initialize': result = {'protocol': 1}
    if method == 'get':
        # The answer itself holds a secret, which no manifest has.
        answers = json.load(open(os.path.join(os.path.dirname(__file__), '../answers.json')))
        names = [name['name'] for name in params['names'] or []]
        result = {'resources': [{'name': name, 'token': answers[name]} for name in names if name in answers]}
    if method == 'set':
        for change in params['changes']:
            value = str(plain(change['should'].get('value')))
            name = change['name']['name']
            if name.startswith('told-'):
                send(method='log', params={'level': 'notice', 'message': 'I got ' + value})
                print('on stderr: ' + value, file=sys.stderr, flush=True)
            if name.startswith('failing-'):
                send(id=request['id'], error={'code': 1, 'message': 'cannot use ' + value})
                break
        else:
            send(id=request['id'], result=None)
        continue
    send(id=request['id'], result=result)
"#;

const TYPE: &str = "protocol: 1
exec: [./h.py]
types:
- name: h
  desc: Has secrets.
  features: [simple_get_filter]
  attributes:
    name: {type: String, desc: n, behaviour: namevar}
    token: {type: 'Optional[String]', desc: t, sensitive: true}
    value: {type: 'Optional[Any]', desc: v}
    map: {type: 'Optional[Hash]', desc: m}
";

/// The texts that are searched, by name.
type Searched = Vec<(String, String)>;

fn files_below(directory: &Path, searched: &mut Searched) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, searched);
        } else {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            searched.push((path.display().to_string(), text));
        }
    }
}

fn planted() -> Sandbox {
    let sandbox = Sandbox::with_mounts(&["/etc"]);
    let lines = |file: &str| fs::read_to_string(file).unwrap_or_default();
    for file in ["passwd", "group", "shadow", "login.defs", "nsswitch.conf", "ld.so.cache"] {
        let bytes = fs::read(format!("/etc/{file}")).unwrap_or_default();
        fs::create_dir_all(sandbox.files().join("etc")).unwrap();
        fs::write(sandbox.files().join("etc").join(file), bytes).unwrap();
    }
    assert!(!lines("/etc/passwd").is_empty());
    sandbox.write("etc/hosts", "127.0.0.1 localhost\n", 0o644);
    sandbox.write("lines", "", 0o600);
    sandbox.write("modules/m/templates/t.epp", "<%- | Sensitive $p | -%>\npassword=<%= $p.unwrap %>\n", 0o644);
    sandbox.write("modules/h/providers/h.py", PROVIDER, 0o755);
    sandbox.write("modules/h/providers/h.yaml", TYPE, 0o644);
    sandbox.write(
        "hiera.yaml",
        "version: 5\ndefaults: {data_hash: yaml_data, datadir: '%D'}\nhierarchy:\n- {name: all, path: data.yaml}\n\
         - name: encrypted\n  lookup_key: eyaml_lookup_key\n  path: data.eyaml\n\
         \x20 options: {pkcs7_private_key: '%D/key.pem', pkcs7_public_key: '%D/certificate.pem'}\n",
        0o644,
    );
    let mut make_key = Command::new("openssl");
    make_key.args(["req", "-x509", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=eyaml", "-keyout"]);
    make_key.arg(sandbox.files().join("key.pem")).arg("-out").arg(sandbox.files().join("certificate.pem"));
    assert!(make_key.output().unwrap().status.success(), "openssl makes a key");
    sandbox
}

/// A text encrypted as by `hiera-eyaml`.
fn encrypted(sandbox: &Sandbox, text: &str) -> String {
    let script = "openssl smime -encrypt -binary -aes256 -outform DER \"$0\" | openssl base64 -A";
    let mut encrypt = Command::new("sh");
    encrypt.args(["-c", script]).arg(sandbox.files().join("certificate.pem"));
    let Run { stdout, stderr, code } = binary::run(&mut encrypt, text);
    assert!(code == 0 && stdout.len() > 300, "{stderr}");
    format!("ENC[PKCS7,{stdout}]")
}

/// Applies everything with as much logging as possible, under a tracer that records every process with its arguments
/// and environment.
fn run(sandbox: &Sandbox, more: &[&str]) -> Searched {
    let mut manifest = String::from("concat_file { '%D/all': ensure => present }\n");
    let mut answers = serde_json::Map::new();
    let mut data = String::from("lookup_options:\n  '^(secret|encrypted)_': {convert_to: Sensitive}\n");
    let mut encrypted_data = String::new();
    for (index, plant) in PLANTS.iter().enumerate() {
        for length in lengths(plant) {
            let secret = secret(index, length);
            manifest.push_str(&plant.manifest.replace('N', &length.to_string()).replace("SECRET", &secret));
            manifest.push('\n');
            if plant.name == "data" {
                data.push_str(&format!("secret_{length}: '{secret}'\n"));
            }
            if plant.name == "encrypted data" {
                encrypted_data.push_str(&format!("encrypted_{length}: '{}'\n", encrypted(sandbox, &secret)));
            }
            if plant.name == "answer" {
                answers.insert(format!("answer-{length}"), secret.into());
            }
        }
    }
    let files = sandbox.files();
    sandbox.write("data.yaml", &data, 0o600);
    sandbox.write("data.eyaml", &encrypted_data, 0o600);
    sandbox.write("site.pp", &manifest, 0o600);
    sandbox.write("modules/h/answers.json", &serde_json::Value::from(answers).to_string(), 0o600);
    let logs = sandbox.state_directory().join("logs");
    fs::create_dir_all(&logs).unwrap();
    fs::set_permissions(&logs, fs::Permissions::from_mode(0o755)).unwrap();
    let log = |name: &str| logs.join(name).display().to_string();
    let destinations = format!("{},{},{}", log("log.txt"), log("log.json"), log("log.jsonl"));
    let mut command: Command = sandbox.program("strace");
    command.args(["-f", "-v", "-s", "100000", "-e", "trace=execve", "-o"]).arg(logs.join("processes"));
    command.arg(env!("CARGO_BIN_EXE_bunraku")).arg("apply").arg(files.join("site.pp"));
    command.arg("--confdir").arg(files.join("conf")).arg("--vardir").arg(sandbox.state_directory());
    command.arg("--modulepath").arg(files.join("modules")).arg("--hiera_config").arg(files.join("hiera.yaml"));
    command.args(["--certname", "vm", "--color=false", "--debug", "--trace", "--evaltrace", "--show_diff", "--graph"]);
    command
        .args(["--summarize", "--write_catalog_summary", "--detailed-exitcodes", "--logdest", &destinations])
        .args(more);
    let Run { stdout, stderr, code } = binary::run(&mut command, "");
    assert!([0, 2, 4, 6].contains(&code), "{code}: {stderr}");
    let mut searched = vec![("stdout".to_owned(), stdout), ("stderr".to_owned(), stderr)];
    files_below(&sandbox.state_directory(), &mut searched);
    searched
}

/// The lines that contain a text.
fn lines<'s>(searched: &'s Searched, text: &str) -> Vec<(&'s str, &'s str)> {
    let of = |(name, content): &'s (String, String)| {
        content.lines().filter(|line| line.contains(text)).map(|line| (name.as_str(), line)).collect::<Vec<_>>()
    };
    searched.iter().filter(|(_, content)| content.contains(text)).flat_map(of).collect()
}

/// Where secrets of four and more letters appear, except where they belong.
fn found(searched: &Searched) -> Vec<String> {
    // By their first letters, so that everything is read only once.
    let mut planted: HashMap<Vec<u8>, Vec<(String, &str)>> = HashMap::new();
    for (index, plant) in PLANTS.iter().enumerate() {
        for secret in lengths(plant).into_iter().filter(|length| *length >= 4).map(|length| secret(index, length)) {
            planted.entry(secret.as_bytes()[..4].to_vec()).or_default().push((secret, plant.name));
        }
    }
    let mut found = Vec::new();
    for (name, content) in searched {
        for line in content.lines() {
            let candidates = line.as_bytes().windows(4).filter_map(|letters| planted.get(letters)).flatten();
            let leaked = candidates.filter(|(secret, _)| line.contains(secret.as_str()) && !is_meant(name, line));
            found
                .extend(leaked.map(|(secret, plant)| format!("{plant} of {} letters in {name}: {line}", secret.len())));
        }
    }
    found
}

/// Whether a line may contain a secret: in the environment of the process that needs it, which only its user can read;
/// where a secret command passes it to a program; and in the bucket, which stores old contents of files.
fn is_meant(name: &str, line: &str) -> bool {
    let is_environment = line.contains("\"BUNRAKU_COMMAND=") || line.contains("\"V=");
    let is_of_command = line.contains("execve(\"/bin/false\"") || line.contains("\"-c\", \"echo ");
    name.ends_with("/processes") && (is_environment || is_of_command) || name.contains("/clientbucket/")
}

#[test]
fn secrets_of_any_length_are_in_no_output_no_file_and_no_process() {
    if !skip_test::is_root() || Command::new("strace").arg("-V").output().is_err() {
        skip_test::skip!("it needs root and strace: planted secrets");
        return;
    }
    let sandbox = planted();
    for more in [&["--noop"][..], &[]] {
        let searched = run(&sandbox, more);
        assert!(
            searched.iter().any(|(name, _)| name.ends_with("last_run_report.yaml")),
            "there is something to search"
        );
        let found = found(&searched);
        assert!(found.is_empty(), "{more:?}: {}\n{}", found.len(), found.join("\n"));
        // Shorter secrets may appear in derived texts only.
        let texts: Vec<&str> = PLANTS.iter().filter(|plant| plant.in_text).map(|plant| plant.name).collect();
        let of_text = |line: &str| {
            texts.iter().any(|name| line.contains(&format!("{name}-")))
                || line.contains("I got ")
                || line.contains("on stderr: ")
                || line.contains("cannot use ")
                || line.contains("password=")
                || line.contains("it is ")
        };
        let short = lines(&searched, "~").into_iter().chain(lines(&searched, "^~"));
        let unexpected: Vec<String> = short
            .filter(|(name, line)| !of_text(line) && !is_meant(name, line))
            .map(|(name, line)| format!("{name}: {line}"))
            .collect();
        assert!(unexpected.is_empty(), "{more:?}: {}\n{}", unexpected.len(), unexpected.join("\n"));
    }
    // They are where they belong.
    let at = |name: &str| PLANTS.iter().position(|plant| plant.name == name).unwrap();
    assert_eq!(sandbox.read("content-64"), secret(at("content"), 64));
    assert!(sandbox.read("ini").contains(&format!("64 = {}", secret(at("ini"), 64))));
    assert!(sandbox.read("lines").contains(&format!("64={}", secret(at("line"), 64))));
    assert!(sandbox.read("all").contains(&secret(at("fragment"), 64)));
    assert!(sandbox.read("etc/hosts").contains(&secret(at("host"), 64)));
    assert!(sandbox.read("etc/shadow").contains(&secret(at("password"), 64)));
}
