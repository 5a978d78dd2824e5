//! Secrets reach providers, and nothing else.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use engine::settings::Origin;
use pcore::{Hash, Value};
use resource_api::{
    CommandError, Difference, Failure, Insync, State,
    command::{Command, Destination},
};

use crate::support::{Stage, build};

const VAULT: &str = "
name: vault
desc: A vault
features: [FEATURES]
attributes:
  name: {type: String, desc: n, behaviour: namevar}
  key: {type: 'Optional[Sensitive[String]]', desc: k}
  keys: {type: 'Optional[Array[Sensitive[String]]]', desc: k}
  pin: {type: 'Optional[String]', desc: p, sensitive: true}
  born: {type: 'Optional[String]', desc: b, behaviour: init_only, sensitive: true}
  options: {type: 'Optional[Hash]', desc: o}
  first: {type: 'Optional[Hash]', desc: f, behaviour: init_only}
  note: {type: 'Optional[String]', desc: n}
  opener: {type: 'Optional[Sensitive[String]]', desc: o, behaviour: parameter}
  backup: {type: 'Optional[Sensitive[String]]', desc: b, default: 'planted:the default secret'}
";

fn vaults(features: &str) -> Stage {
    let definition = VAULT.replace("FEATURES", features);
    Stage::of(&plant(&pcore::yaml::parse(&definition).expect("valid YAML")))
}

/// YAML has no word for a secret, so marked texts become some.
fn plant(value: &Value) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix("planted:") {
            Some(cleartext) => secret(cleartext),
            None => value.clone(),
        },
        Value::Hash(map) => map.iter().map(|(key, value)| (key.clone(), plant(value))).collect::<Hash>().into(),
        Value::Array(items) => items.iter().map(plant).collect(),
        other => other.clone(),
    }
}

fn secret(text: &str) -> Value {
    Value::sensitive(text.into())
}

fn vault(name: &str) -> State {
    State::new().with("name", name).with("backup", secret("the default secret"))
}

// Requirement: TD-80
#[test]
fn a_secret_reaches_insync_and_set_in_its_wrapping() {
    let stage = vaults("custom_insync").with(vault("a").with("key", secret("old"))).answering(|_| Ok(Insync::Default));
    stage.evaluate("a", &[("key", secret("new"))]);
    assert_eq!(stage.script().insyncs[0].3.get("key"), Some(&secret("new")));
    assert_eq!(stage.script().insyncs[0].2.get("key"), Some(&secret("old")));
    assert_eq!(stage.only_change().should.expect("there is one").get("key"), Some(&secret("new")));
}

/// Builds a resource of a type with a mandatory secret and a mandatory text, and returns why that fails.
fn refused(origin: Origin, attribute: &str, value: Value) -> String {
    let stage = Stage::new(
        "{name: lock, desc: d, attributes: {
            name: {type: String, desc: n, behaviour: namevar},
            key: {type: 'Sensitive[String]', desc: k},
            note: {type: String, desc: n}}}",
    )
    .under(|settings| settings.origin = origin);
    let failure = stage.session().build("a", &[(attribute.into(), value)], "").expect_err("it does not fit");
    failure.to_string()
}

// Requirement: TD-80
#[test]
fn a_secret_must_be_wrapped_where_one_is_expected_and_only_there() {
    assert_eq!(
        refused(Origin::Catalog, "key", "hunter2".into()),
        "Parameter key failed on Lock[a]: lock.key expects a Sensitive[String] value, got String"
    );
    assert_eq!(
        refused(Origin::Catalog, "note", secret("hunter2")),
        "Parameter note failed on Lock[a]: lock.note expects a String value, got Sensitive[String]"
    );
}

// Requirement: TD-81
#[test]
fn a_command_line_cannot_give_a_secret() {
    assert_eq!(
        refused(Origin::CommandLine, "key", "hunter2".into()),
        "Parameter key failed on Lock[a]: lock.key expects a Sensitive[String] value, got String"
    );
}

// Requirement: TD-82
#[test]
fn a_secret_in_sync_is_left_alone() {
    let stage = vaults("").with(vault("a").with("key", secret("same")));
    assert!(stage.evaluate("a", &[("key", secret("same"))]).events.is_empty());
    assert_eq!(stage.evaluate("a", &[("key", secret("other"))]).events.len(), 1);
}

// Requirement: TD-83
#[test]
fn the_change_of_a_secret_shows_neither_value() {
    let stage = vaults("").with(vault("a").with("key", secret("old")));
    let evaluation = stage.evaluate("a", &[("key", secret("new"))]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Vault[a]/key: changed [redacted] to [redacted]"]);
    assert_eq!((&evaluation.events[0].previous, &evaluation.events[0].desired), (&secret("old"), &secret("new")));
}

// Requirement: TD-83
#[test]
fn the_change_of_a_secret_under_noop_shows_neither_value() {
    let stage = vaults("").with(vault("a")).under(|settings| settings.noop = true);
    stage.evaluate("a", &[("key", secret("new"))]);
    assert_eq!(
        stage.lines(),
        ["Notice: /Stage[main]/Main/Vault[a]/key: current_value [redacted], should be [redacted] (noop)"]
    );
}

// Requirement: TD-83
#[test]
fn the_words_of_a_provider_about_a_secret_are_not_repeated() {
    let stage = vaults("custom_insync")
        .with(vault("a"))
        .answering(|property| Ok(if property == "key" { Insync::No(Some("to ~q~".into())) } else { Insync::Yes }));
    stage.evaluate("a", &[("key", secret("~q~"))]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Vault[a]/key: changed [redacted] to [redacted]"]);
}

#[test]
fn a_collection_with_a_secret_is_hidden_as_a_whole() {
    let stage = vaults("").with(vault("a").with("keys", Value::array([secret("~1~")])));
    stage.evaluate("a", &[("keys", Value::array([secret("~2~"), secret("~3~")]))]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Vault[a]/keys: changed [redacted] to [redacted]"]);
}

/// What a machine has, where a manifest would write the pin as a secret.
fn options(pin: Value) -> Value {
    Value::hash([("pin".into(), pin), ("shade".into(), "blue".into())])
}

#[test]
fn what_a_secret_in_a_collection_replaces_is_hidden() {
    let stage = vaults("").with(vault("a").with("options", options(4711.into())));
    let evaluation = stage.evaluate("a", &[("options", options(Value::sensitive(4712.into())))]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Vault[a]/options: changed [redacted] to [redacted]"]);
    let debug_text = format!("{evaluation:?}");
    assert!(!debug_text.contains("4711") && !debug_text.contains("4712"), "{debug_text}");
}

#[test]
fn a_provider_that_reports_a_secret_in_a_collection_is_not_repeated() {
    let stage = vaults("custom_insync").with(vault("a").with("options", options(1.into()))).answering(|property| {
        if property != "options" {
            return Ok(Insync::Yes);
        }
        let should = options(Value::sensitive(4712.into()));
        Ok(Insync::Differs(Difference { is: options(4711.into()), should, message: None, event: None }))
    });
    stage.evaluate("a", &[("options", options(2.into()))]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Vault[a]/options: changed [redacted] to [redacted]"]);
}

#[test]
fn a_refused_change_of_a_collection_with_a_secret_shows_neither_value() {
    let stage = vaults("").with(vault("a").with("first", options(4711.into())));
    let failure = stage.evaluate("a", &[("first", options(Value::sensitive(4712.into())))]).failure;
    assert_eq!(
        failure.expect("it is refused").to_string(),
        "Attempting to change `first` init_only attribute value from `[redacted]` to `[redacted]`"
    );
}

#[test]
fn plain_values_of_a_secret_attribute_are_hidden_and_wrapped_in_events() {
    let stage = vaults("").with(vault("a").with("pin", "~1~"));
    let evaluation = stage.evaluate("a", &[("pin", "~2~".into())]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Vault[a]/pin: changed [redacted] to [redacted]"]);
    assert_eq!((&evaluation.events[0].previous, &evaluation.events[0].desired), (&secret("~1~"), &secret("~2~")));
    let everything = format!("{}{evaluation:?}", stage.everything());
    assert!(everything.contains("Target State"), "{everything}");
    assert!(!everything.contains("~1~") && !everything.contains("~2~"), "{everything}");
    assert_eq!(stage.only_change().should.expect("there is one").get("pin"), Some(&"~2~".into()), "set needs it");
}

#[test]
fn a_refused_change_of_a_secret_shows_neither_value() {
    let stage = vaults("").with(vault("a").with("born", "~1~"));
    let failure = stage.evaluate("a", &[("born", "~2~".into())]).failure.expect("it is refused");
    assert_eq!(
        failure.to_string(),
        "Attempting to change `born` init_only attribute value from `[redacted]` to `[redacted]`"
    );
}

#[test]
fn a_failed_comparison_of_a_secret_shows_neither_value() {
    let stage = vaults("custom_insync")
        .with(vault("a").with("key", secret("~1~")))
        .answering(|property| if property == "key" { Err(Failure::new("no")) } else { Ok(Insync::Yes) });
    stage.evaluate("a", &[("key", secret("~2~"))]);
    assert_eq!(
        stage.lines(),
        ["Error: no", "Error: /Stage[main]/Main/Vault[a]/key: change from [redacted] to [redacted] failed: no",]
    );
}

/// Looks at the arguments of all processes until it is stopped; says whether one holds a text.
fn watch(text: &'static str) -> impl FnOnce() -> bool {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    let watcher = thread::spawn(move || {
        let mut seen = false;
        while !stopped.load(Ordering::Relaxed) {
            for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
                let arguments = fs::read(process.path().join("cmdline")).unwrap_or_default();
                seen |= String::from_utf8_lossy(&arguments).contains(text);
            }
        }
        seen
    });
    move || {
        stop.store(true, Ordering::Relaxed);
        watcher.join().expect("the watcher does not panic")
    }
}

#[test]
fn the_watcher_sees_the_arguments_of_processes() {
    let seen = watch("a-visible-argument");
    let status = std::process::Command::new("sh").args(["-c", "sleep 0.2", "a-visible-argument"]).status();
    assert!(status.expect("there is a shell").success());
    assert!(seen());
}

/// All cleartexts begin with this.
const MARK: &str = "xyzzy";

#[test]
fn no_secret_is_found_in_any_line_dump_error_or_process() {
    let seen = watch(MARK);
    let definition = VAULT
        .replace("FEATURES", "custom_insync, custom_generate")
        .replace("planted:the default secret", "planted:xyzzy-default");
    let stage = Stage::of(&plant(&pcore::yaml::parse(&definition).expect("valid YAML")))
        .with(State::new().with("name", "a").with("key", secret("xyzzy-get")).with("pin", "xyzzy-plain-get"))
        .answering(|property| match property {
            "note" => Ok(Insync::No(Some("note of xyzzy-attribute and xyzzy-plain".to_owned()))),
            "keys" => Err(Failure::new("cannot compare xyzzy-get with xyzzy-listed")),
            _ => Ok(Insync::Default),
        })
        .setting(|context, changes| {
            let token = secret("xyzzy-environment");
            let shell = Command::new("sh");
            // What is written to the log on its way is scrubbed, whether the runtime or the provider knew it first.
            shell
                .run(context, ["-c", "cat; echo $TOKEN; echo $TOKEN >&2; sleep 0.2"])
                .environment("TOKEN", &token)
                .stdin(secret("xyzzy-stdin"))
                .execute()?;
            let stored =
                shell.run(context, ["-c", "echo $TOKEN"]).environment("TOKEN", &token).stdout(Destination::Store);
            let stored = stored.execute()?;
            assert_eq!(stored.stdout_text().trim(), "xyzzy-environment", "the provider needs what it asked for");
            context.debug(format!("{changes:?} {stored:?}"));

            let refused = shell.run(context, ["-c", "exit 1"]).arg(secret("xyzzy-argument")).execute();
            let Err(refused @ CommandError::SecretInArguments { .. }) = refused else { panic!("it is refused") };
            context.warning(format!("{refused} {refused:?}"));
            let failed = shell.run(context, ["-c", "echo $TOKEN >&2; exit 3"]).environment("TOKEN", &token).execute();
            let failed = failed.expect_err("it exits with 3");
            context.warning(format!("{failed} {failed:?}"));
            context.updating("a", || Err(Failure::new("inner failure of xyzzy-parameter")))?;
            Err(Failure::new("could not log in with xyzzy-attribute, xyzzy-default, xyzzy-get, xyzzy-plain"))
        });
    stage.script().on_generate = Some(Box::new(|| Err(Failure::new("cannot generate from xyzzy-attribute"))));

    let mut session = stage.session();
    let resource = build(
        &mut session,
        "a",
        &[
            ("key", secret("xyzzy-attribute")),
            ("keys", Value::array([secret("xyzzy-listed")])),
            ("pin", "xyzzy-plain".into()),
            ("note", "public".into()),
            ("opener", secret("xyzzy-parameter")),
        ],
    );
    let refused = session.generate(&resource).expect_err("nothing is generated");
    let evaluation = session.evaluate(&resource);
    let current = session.current(&resource).expect("it is read");
    let instances = session.instances().expect("they are listed");
    let failure = evaluation.failure.as_ref().expect("it failed");

    let logged = format!("{}\n{refused}", stage.everything());
    let dumps = format!("{evaluation:?} {failure} {failure:?} {resource:?} {current:?} {instances:?}");
    for expected in [
        "note of [redacted] and [redacted]",
        "cannot compare [redacted] with [redacted]",
        "cannot generate from [redacted]",
        "inner failure of [redacted]",
        "could not log in with [redacted], [redacted], [redacted], [redacted]",
        "Current State: ",
        "Target State: ",
    ] {
        assert!(logged.contains(expected), "{expected} is not in {logged}");
    }
    assert!(!logged.contains(MARK), "{logged}");
    assert!(!dumps.contains(MARK), "{dumps}");
    assert!(!seen(), "a process shows a secret");
}
