//! What manifests say, and what is wrong with them and where.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{path::Path, time::Duration};

use pcore::{NoNames, Value};

use super::{Concurrency, Manifest, Source};
use crate::Mode;

const TYPES: &str =
    "types:\n  - {name: color, desc: c, attributes: {name: {type: String, desc: n, behaviour: namevar}}}\n";

fn read(text: &str) -> Result<Manifest, String> {
    Manifest::parse(&Source::new("/m/providers/colors.yaml", text), &NoNames).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(text: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|line| format!("/m/providers/colors.yaml:{line}")).collect();
    assert_eq!(read(text).unwrap_err().lines().collect::<Vec<_>>(), expected, "for {text}");
}

#[test]
fn a_short_manifest_has_defaults() {
    let manifest = read(&format!("protocol: 1\nexec: [./colors.py, -v, 7]\n{TYPES}")).unwrap();
    assert_eq!(manifest.name, "colors");
    assert_eq!(manifest.exec, ["./colors.py", "-v", "7"]);
    assert_eq!((manifest.mode, manifest.concurrency, manifest.batch), (Mode::Persistent, Concurrency::None, false));
    assert_eq!(manifest.types[0].name(), "color");
    assert!(manifest.warnings.is_empty());
    let launch = manifest.launch();
    assert_eq!(launch.program, Path::new("/m/providers/./colors.py"));
    assert_eq!(launch.folder.as_deref(), Some(Path::new("/m/providers")));
    assert_eq!(launch.timeouts.of("get"), Some(Duration::from_secs(300)));
    assert!(!launch.leaves_behind);
}

#[test]
fn everything_can_be_said() {
    let manifest = read(&format!(
        "protocol: 1\nexec: [python3, x.py]\nmode: oneshot\nconcurrency: free\nbatch: true\nprovides: [package]\n\
         suitable: {{commands: [python3], facts: {{kernel: Linux, os.family: [Debian, RedHat]}}}}\n\
         default_for: {{os.family: [Debian]}}\ntimeouts: {{get: 1.5}}\ncolour: red\n{TYPES}"
    ))
    .unwrap();
    assert_eq!((manifest.mode, manifest.concurrency, manifest.batch), (Mode::Oneshot, Concurrency::Free, true));
    assert_eq!(manifest.suitable.commands, ["python3"]);
    assert_eq!(manifest.suitable.facts[1].1, [Value::from("Debian"), Value::from("RedHat")]);
    assert_eq!(manifest.default_for[0].0, "os.family");
    assert_eq!(manifest.timeouts.of("get"), Some(Duration::from_millis(1500)));
    assert_eq!(manifest.timeouts.of("set"), Some(Duration::from_secs(300)));
    assert_eq!(manifest.warnings, ["a manifest has no key 'colour'"]);
    // A bare name is looked for in PATH.
    assert_eq!(manifest.launch().program, Path::new("python3"));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    refused(
        "exec: []\n",
        &[
            "1:1: the manifest does not say which `protocol` the provider speaks",
            "1:7: `exec` must be a list of texts, not `Array`",
        ],
    );
    refused(
        &format!("protocol: 2\nexec: [x]\nmode: sometimes\nconcurrency: 3\nbatch: 1\n{TYPES}"),
        &[
            "1:11: version 2 of the provider protocol is not known",
            "3:7: `mode` must be one of persistent, oneshot, not 'sometimes'",
            "4:14: `concurrency` must be one of none, type, free, not '3'",
            "5:8: `batch` must be true or false, not `Integer`",
        ],
    );
    refused(
        &format!(
            "protocol: 1\nexec: [x, [y]]\nsuitable: {{os: linux}}\nprovides: package\ntimeouts: {{get: -1}}\n{TYPES}"
        ),
        &[
            "2:11: `exec` must be a list of texts, and this is a `Array`",
            "3:16: `suitable` has no condition 'os'; it is one of commands, facts",
            "4:11: `provides` must be a list of names, not `String`",
            "5:17: `timeouts.get` must be a number of seconds",
        ],
    );
    refused(
        "protocol: 1\nexec: [x]\ntypes:\n  - name: color\n    desc: c\n    attributes: {name: {type: 'String[', desc: n}}\n",
        &["6:31: The type of the `name` attribute `String[` could not be parsed: Syntax error at end of input"],
    );
    refused("protocol: 1\nexec: [x]\n", &["1:1: the provider has no types"]);
    refused("[1]\n", &["1:1: a manifest is a map, not `Array`"]);
    refused("protocol: 1\nprotocol: 1\n", &["2:1: duplicate key 'protocol'"]);
    refused("protocol: [\n", &["2:1: did not find expected node content while parsing a flow node"]);
}

#[test]
fn json_is_read_as_well() {
    let source = Source::new("/m/colors.json", r#"{"protocol": 1, "exec": ["x"], "provides": ["package"]}"#);
    assert_eq!(Manifest::parse(&source, &NoNames).unwrap().provides, ["package"]);
    let source = Source::new("/m/colors.json", "{\"protocol\": 1,\n \"exec\": 7}");
    let told = Manifest::parse(&source, &NoNames).unwrap_err().to_string();
    assert!(told.starts_with("/m/colors.json:2:10: `exec` must be a list of texts, not `Integer`"), "{told}");
}

const WIRE: &str = "{name: wire, desc: d, connection_info: {host: {type: String, desc: h}}}";

#[test]
fn transports_are_schemas() {
    let manifest = read(&format!("protocol: 1\nexec: [x]\ntransports: [{WIRE}]\ndevices: [wire]\n")).unwrap();
    assert_eq!(manifest.transports[0].name(), "wire");
    assert_eq!(manifest.devices, ["wire"]);
    assert_eq!(manifest.timeouts.of("transport.close"), Some(Duration::from_secs(30)));
    let patient = read(&format!("protocol: 1\nexec: [x]\ntransports: [{WIRE}]\ntimeouts: {{transport.close: 5}}\n"));
    assert_eq!(patient.unwrap().timeouts.of("transport.close"), Some(Duration::from_secs(5)));
}

#[test]
fn what_is_wrong_with_transports_is_told_with_its_place() {
    let with = |transports: &str| format!("protocol: 1\nexec: [x]\ntransports: {transports}\n");
    refused(&with("wire"), &["3:13: `transports` must be a list of schemas, not `String`"]);
    refused(
        &with("\n  - {name: a, desc: d, connection_info: {x: {type: 'String[', desc: d}}}\n  - {name: b}"),
        &[
            "4:52: The type of the `x` attribute `String[` could not be parsed: Syntax error at end of input",
            "5:5: requires `:desc`",
        ],
    );
    refused(&with(&format!("\n  - {WIRE}\n  - {WIRE}")), &["5:12: the transport 'wire' is defined twice"]);
    refused(
        &format!("mode: oneshot\n{}", with(&format!("[{WIRE}]"))),
        &["1:7: a provider with `mode: oneshot` cannot have transports"],
    );
    refused(
        &format!("{}devices: wire\n", with(&format!("[{WIRE}]"))),
        &["4:10: `devices` must be a list of names, not `String`"],
    );
}
