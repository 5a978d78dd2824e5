//! Providers that change several resources at a time (`concurrency: free`).

use std::{fs, os::unix::fs::PermissionsExt as _};

use super::{
    processes::{defined, python},
    run,
};
use crate::folder::Folder;

/// Answers to `set` when so many of them are there, the last one first; whoever is called `bad` is refused, and at `dead`
/// everything ends.
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

/// A module with a provider that answers when so many requests are there.
fn gathering(members: usize) -> Folder {
    let folder = Folder::new(&[]);
    let manifest = format!("concurrency: free\ntimeouts: {{set: 20}}\n{}", defined("thing"));
    python(&folder, "things", &manifest, &GATHERING.replace("MEMBERS", &members.to_string()));
    folder
}

fn things(titles: &[&str]) -> String {
    titles.iter().map(|title| format!("thing {{ '{title}': value => 1 }}\n")).collect()
}

fn changed(title: &str) -> String {
    format!("Notice: /Stage[main]/Main/Thing[{title}]/value: value changed  to 1\n")
}

#[test]
fn a_process_has_several_requests_at_a_time() {
    let folder = gathering(3);
    let applied = run(&folder, &["apply", "--parallel", "3", "-e", &things(&["a", "b", "c", "d", "e", "f"])]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 0), "{}", applied.stdout);
    let told: String = ["a", "b", "c", "d", "e", "f"].map(changed).concat();
    assert!(applied.stdout.contains(&told), "{}", applied.stdout);
    // The blocks of several requests are within each other, and each ends for itself.
    for title in ["a", "f"] {
        let finished = format!("Notice: thing[{title}]: Updating: Finished in N.NN seconds\n");
        assert_eq!(applied.stdout.matches(&finished).count(), 1, "{}", applied.stdout);
    }
    assert_eq!(folder.read("modules/things/providers/calls"), "a\nb\nc\nd\ne\nf\n");
}

/// Who names no resource could mean any of those that are being changed.
#[test]
fn lines_without_names_are_those_of_no_resource_while_there_are_several() {
    for (members, expected) in [(2, "Notice: thing: working\n"), (1, "Notice: thing[a]: Updating: working\n")] {
        let folder = gathering(members);
        let path = "modules/things/providers/things.py";
        let telling = "    send(method='log', params=dict(level='notice', message='working'))\n    while waiting:";
        folder.write(path, folder.read(path).replace("    while waiting:", telling));
        let applied = run(&folder, &["apply", "--parallel", "2", "-e", &things(&["a", "b"])]);
        assert!(applied.stdout.contains(expected), "{members}: {}", applied.stdout);
    }
}

#[test]
fn what_needs_another_resource_waits_for_it() {
    let folder = gathering(2);
    let manifest = "thing { ['a', 'b']: value => 1 } -> thing { ['c', 'd']: value => 1 }";
    let applied = run(&folder, &["apply", "--parallel", "4", "-e", manifest]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 0), "{}", applied.stdout);
    // Four were allowed, and two answered: the others had to wait for them.
    assert_eq!(folder.read("modules/things/providers/calls"), "a\nb\nc\nd\n");
}

#[test]
fn each_resource_fails_for_itself() {
    let folder = gathering(3);
    let manifest = format!("{}notify {{ 'after': require => Thing['bad'] }}", things(&["a", "bad", "c"]));
    let applied = run(&folder, &["apply", "--parallel", "3", "--detailed-exitcodes", "-e", &manifest]);
    assert_eq!(applied.code, 6);
    let reason = "Error: /Stage[main]/Main/Thing[bad]: Could not evaluate: it is bad\n";
    assert!(applied.stderr.starts_with(reason), "{}", applied.stderr);
    assert!(applied.stdout.contains(&changed("a")) && applied.stdout.contains(&changed("c")), "{}", applied.stdout);
    assert!(!applied.stdout.contains("Notice: after\n"));
}

/// Nobody knows what became of those that it was told of; the next one starts it again.
#[test]
fn a_process_that_ends_fails_what_it_was_told_of() {
    let folder = gathering(2);
    let applied = run(&folder, &["apply", "--parallel", "2", "-e", &things(&["a", "dead", "c", "d"])]);
    for title in ["a", "dead"] {
        let reason = "Could not evaluate: the provider 'things' ended with exit code 7 during `set`\n";
        let line = format!("Error: /Stage[main]/Main/Thing[{title}]: {reason}");
        assert!(applied.stderr.contains(&line), "{}", applied.stderr);
    }
    assert!(applied.stdout.contains(&(changed("c") + &changed("d"))), "{}", applied.stdout);
    assert_eq!(folder.read("modules/things/providers/calls"), "a\ndead\nc\nd\n");
}

/// Each script waits until three of them are there.
#[test]
fn scripts_of_one_request_run_side_by_side() {
    let folder = Folder::new(&[]);
    let script = folder.write(
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
    folder.write("modules/things/providers/things.yaml", manifest);
    let applied = run(&folder, &["apply", "--parallel", "3", "-e", &things(&["a", "b", "c"])]);
    assert_eq!((applied.stderr.as_str(), applied.code), ("", 0), "{}", applied.stdout);
    assert!(applied.stdout.contains(&["a", "b", "c"].map(changed).concat()), "{}", applied.stdout);
}

/// Without `--parallel`, and with `concurrency: type`, there is one request at a time.
#[test]
fn others_have_one_request_at_a_time() {
    for (concurrency, parallel) in [("free", "1"), ("type", "4"), ("none", "4")] {
        let folder = gathering(1);
        let path = "modules/things/providers/things.yaml";
        let manifest = folder.read(path).replace("concurrency: free", &format!("concurrency: {concurrency}"));
        folder.write(path, manifest);
        let applied = run(&folder, &["apply", "--parallel", parallel, "-e", &things(&["a", "b"])]);
        let lines: Vec<String> = ["a", "b"]
            .map(|title| format!("{}Notice: thing[{title}]: Updating: Finished in N.NN seconds\n", changed(title)))
            .into();
        assert!(applied.stdout.contains(&lines.concat()), "{concurrency} {parallel}: {}", applied.stdout);
    }
}
