//! Providers that change several resources at the same time (`concurrency: free`).

use std::{fs, os::unix::fs::PermissionsExt as _};

use super::{
    processes::{defined, python},
    run,
};
use crate::test_dir::TestDir;

/// Answers to `set` once a number of requests are there, the last one first; it refuses `bad` and exits at `dead`.
const GATHERING: &str = "
waiting = []
def serve(request):
    if request['method'] != 'set':
        send(id=request['id'], result=globals()[request['method']](request.get('params')))
        return
    waiting.append(request)
    for change in request['params']['changes']:
        name = [change['name']]
        send(method='status', params=dict(action='updating', names=name, phase='start'))
        open('calls', 'a').write(change['name']['name'] + '\\n')
    if len(waiting) < MEMBERS:
        return
    while waiting:
        request = waiting.pop()
        [change] = request['params']['changes']
        name = change['name']['name']
        if name == 'dead': os._exit(7)
        send(method='status', params=dict(action='updating', names=[change['name']], phase='finish'))
        if name == 'bad': send(id=request['id'], error=dict(code=1, message='it is bad'))
        else: send(id=request['id'], result=None)
for line in sys.stdin:
    request = json.loads(line)
    if 'id' in request: serve(request)
";

/// A module with a provider that answers once a number of requests are there.
fn gathering(members: usize) -> TestDir {
    let directory = TestDir::new(&[]);
    let manifest = format!("concurrency: free\ntimeouts: {{set: 20}}\n{}", defined("thing"));
    python(&directory, "things", &manifest, &GATHERING.replace("MEMBERS", &members.to_string()));
    directory
}

fn things(titles: &[&str]) -> String {
    titles.iter().map(|title| format!("thing {{ '{title}': value => 1 }}\n")).collect()
}

fn changed(title: &str) -> String {
    format!("Notice: /Stage[main]/Main/Thing[{title}]/value: value changed  to 1\n")
}

#[test]
fn a_process_has_several_requests_at_a_time() {
    let directory = gathering(3);
    let applied = run(&directory, &["apply", "--parallel", "3", "-e", &things(&["a", "b", "c", "d", "e", "f"])]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 0), "{}", applied.stdout);
    let changes: String = ["a", "b", "c", "d", "e", "f"].map(changed).concat();
    assert!(applied.stdout.contains(&changes), "{}", applied.stdout);
    // The blocks of concurrent requests are nested, and each ends on its own.
    for title in ["a", "f"] {
        let finished = format!("Notice: thing[{title}]: Updating: Finished in N.NN seconds\n");
        assert_eq!(applied.stdout.matches(&finished).count(), 1, "{}", applied.stdout);
    }
    assert_eq!(directory.read("modules/things/providers/calls"), "a\nb\nc\nd\ne\nf\n");
}

/// A line without a resource could belong to any of those that are being changed.
#[test]
fn lines_without_names_belong_to_no_resource_while_there_are_several() {
    for (members, expected) in [(2, "Notice: thing: working\n"), (1, "Notice: thing[a]: Updating: working\n")] {
        let directory = gathering(members);
        let path = "modules/things/providers/things.py";
        let logging = "    send(method='log', params=dict(level='notice', message='working'))\n    while waiting:";
        directory.write(path, directory.read(path).replace("    while waiting:", logging));
        let applied = run(&directory, &["apply", "--parallel", "2", "-e", &things(&["a", "b"])]);
        assert!(applied.stdout.contains(expected), "{members}: {}", applied.stdout);
    }
}

#[test]
fn what_needs_another_resource_waits_for_it() {
    let directory = gathering(2);
    let manifest = "thing { ['a', 'b']: value => 1 } -> thing { ['c', 'd']: value => 1 }";
    let applied = run(&directory, &["apply", "--parallel", "4", "-e", manifest]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 0), "{}", applied.stdout);
    // Four were allowed, and two were answered: the others had to wait.
    assert_eq!(directory.read("modules/things/providers/calls"), "a\nb\nc\nd\n");
}

#[test]
fn each_resource_fails_for_itself() {
    let directory = gathering(3);
    let manifest = format!("{}notify {{ 'after': require => Thing['bad'] }}", things(&["a", "bad", "c"]));
    let applied = run(&directory, &["apply", "--parallel", "3", "--detailed-exitcodes", "-e", &manifest]);
    assert_eq!(applied.code, 6);
    let reason = "Error: /Stage[main]/Main/Thing[bad]: Could not evaluate: it is bad\n";
    assert!(applied.stderr.starts_with(reason), "{}", applied.stderr);
    assert!(applied.stdout.contains(&changed("a")) && applied.stdout.contains(&changed("c")), "{}", applied.stdout);
    assert!(!applied.stdout.contains("Notice: after\n"));
}

/// The state of its resources is unknown then; the next request starts it again.
#[test]
fn a_process_that_exits_fails_the_resources_it_was_given() {
    let directory = gathering(2);
    let applied = run(&directory, &["apply", "--parallel", "2", "-e", &things(&["a", "dead", "c", "d"])]);
    for title in ["a", "dead"] {
        let reason = "Could not evaluate: the provider 'things' ended with exit code 7 during `set`\n";
        let line = format!("Error: /Stage[main]/Main/Thing[{title}]: {reason}");
        assert!(applied.stderr.contains(&line), "{}", applied.stderr);
    }
    assert!(applied.stdout.contains(&(changed("c") + &changed("d"))), "{}", applied.stdout);
    assert_eq!(directory.read("modules/things/providers/calls"), "a\ndead\nc\nd\n");
}

/// Each script waits until three of them run.
#[test]
fn scripts_of_one_request_run_side_by_side() {
    let directory = TestDir::new(&[]);
    let script = directory.write(
        "modules/things/providers/things.sh",
        "#!/bin/sh
read -r request
case $request in
  *'\"get\"'*) echo '{\"result\":{\"resources\":[]}}'; exit ;;
esac
mkdir -p here
: > here/$$
for turn in $(seq 200); do
  [ $(ls here | wc -l) -ge 3 ] && break
  sleep 0.1
done
[ $turn -lt 200 ] && echo '{\"result\":null}'
",
    );
    fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    let manifest = format!("protocol: 1\nexec: [./things.sh]\nmode: oneshot\nconcurrency: free\n{}", defined("thing"));
    directory.write("modules/things/providers/things.yaml", manifest);
    let applied = run(&directory, &["apply", "--parallel", "3", "-e", &things(&["a", "b", "c"])]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 0), "{}", applied.stdout);
    assert!(applied.stdout.contains(&["a", "b", "c"].map(changed).concat()), "{}", applied.stdout);
}

/// Without `--parallel`, and with `concurrency: type`, there is one request at a time.
#[test]
fn others_have_one_request_at_a_time() {
    for (concurrency, parallel) in [("free", "1"), ("type", "4"), ("none", "4")] {
        let directory = gathering(1);
        let path = "modules/things/providers/things.yaml";
        let manifest = directory.read(path).replace("concurrency: free", &format!("concurrency: {concurrency}"));
        directory.write(path, manifest);
        let applied = run(&directory, &["apply", "--parallel", parallel, "-e", &things(&["a", "b"])]);
        let lines: Vec<String> = ["a", "b"]
            .map(|title| format!("{}Notice: thing[{title}]: Updating: Finished in N.NN seconds\n", changed(title)))
            .into();
        assert!(applied.stdout.contains(&lines.concat()), "{concurrency} {parallel}: {}", applied.stdout);
    }
}
