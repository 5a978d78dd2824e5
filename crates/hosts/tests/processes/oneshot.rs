//! Providers that live for one request: a short shell script will do.

use std::{sync::Arc, time::Duration};

use hosts::{Mode, NoRuntime, Timeouts};
use testkit::Trial;

use crate::support::{Fixture, NOTHING, failure};

fn shell(script: &str) -> Fixture {
    Fixture::script(&format!("#!/bin/sh\n{script}"), "[]", |launch| launch.mode = Mode::Oneshot, Arc::new(NoRuntime))
}

#[test]
fn a_shell_script_is_a_provider() {
    let fixture = shell(
        r#"read -r request
echo "$request" >> calls
case $request in
  *'"method":"get"'*)
    for file in things/*; do
      [ -e "$file" ] && list="$list${list:+,}{\"name\":\"${file#things/}\",\"ensure\":\"present\"}"
    done
    echo "{\"result\":{\"resources\":[$list]}}" ;;
  *'"method":"set"'*)
    mkdir -p things
    name=$(echo "$request" | sed 's/.*"name":{"name":"\([^"]*\)"}.*/\1/')
    touch "things/$name"
    echo '{"result":null}' ;;
esac
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    assert!(trial.list().unwrap().is_empty());
    trial.apply("a", NOTHING).unwrap();
    trial.apply("b", NOTHING).unwrap();
    let mut again = Trial::new(&fixture.resource_type);
    let names: Vec<String> = again.list().unwrap().iter().filter_map(|it| it.text("name").map(str::to_owned)).collect();
    assert_eq!(names, ["a", "b"]);
    assert!(fixture.calls()[0].contains("\"method\":\"get\""), "{:?}", fixture.calls());
    fixture.leaves_nothing();
}

#[test]
fn faults_of_a_script_are_told() {
    for (script, expected) in [
        ("exit 3", "the provider 'things' ended with exit code 3 during `get`"),
        ("echo oops >&2; exit 3", "the provider 'things' ended with exit code 3 during `get`; it wrote: oops"),
        (":", "the provider 'things' ended with exit code 0 during `get`"),
        ("echo '{\"error\":{\"code\":1,\"message\":\"no\"}}'", "no"),
        ("echo '{\"id\":9,\"result\":1}'", "the provider 'things' was ended during `get`: a response has the id 9, "),
    ] {
        let fixture = shell(script);
        let mut trial = Trial::new(&fixture.resource_type);
        let failed = failure(trial.list());
        assert!(failed.starts_with(expected), "{script}: {failed}");
        fixture.leaves_nothing();
    }
}

#[test]
fn a_script_that_hangs_is_ended() {
    let fixture = Fixture::script(
        "#!/bin/sh\nsleep 60\n",
        "[]",
        |launch| {
            launch.mode = Mode::Oneshot;
            launch.timeouts = Timeouts::all(None);
            launch.timeouts.methods.insert("get".into(), Duration::from_millis(200));
        },
        Arc::new(NoRuntime),
    );
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(failure(trial.list()), "the provider 'things' took longer than 0.2 seconds for `get`");
    fixture.leaves_nothing();
}

#[test]
fn what_a_script_leaves_running_is_ended() {
    let fixture = shell("read -r request\nsleep 60 &\necho '{\"result\":{\"resources\":[]}}'\n");
    let mut trial = Trial::new(&fixture.resource_type);
    trial.list().unwrap();
    fixture.leaves_nothing();
}
