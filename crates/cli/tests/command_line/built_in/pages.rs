//! The examples of the pages in `docs/types`: each is applied, and a second run changes nothing.

use std::fs;

use super::{Sandbox, package};

/// The examples of a page.
fn examples(page: &str) -> Vec<String> {
    let path = format!("{}/../../docs/types/{page}.md", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let blocks = text.split("```puppet\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// Applies an example; a second run changes nothing.
#[track_caller]
fn assert_settles(sandbox: &Sandbox, example: &str) {
    let run = sandbox.apply(example, &["--noop"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{example}{}", run.stdout);
    let run = sandbox.apply(example, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{example}{}", run.stdout);
    let run = sandbox.apply(example, &[]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""), "{example}");
}

/// Applies the examples of a page in a sandbox with these directories and files.
#[track_caller]
fn assert_applied(page: &str, mounts: &[&str], files: &[(&str, &str)]) {
    if !skip_test::has_root(&format!("the examples of {page}")) {
        return;
    }
    let examples = examples(page);
    assert!(!examples.is_empty(), "{page} has no example");
    for example in examples {
        let sandbox = Sandbox::with_mounts(mounts).with_own_network();
        for (name, text) in files {
            sandbox.write(name, text, 0o644);
        }
        assert_settles(&sandbox, &example);
    }
}

const ACCOUNTS: (&str, &str) = ("etc/passwd", "root:x:0:0:root:%D/root:/bin/sh\ndaemon:x:1:1::/:/bin/sh\n");

#[test]
fn the_examples_of_cron() {
    assert_applied("cron", &["/etc", "/var/spool/cron"], &[ACCOUNTS, ("var/spool/cron/crontabs/.keep", "")]);
}

#[test]
fn the_examples_of_filebucket() {
    assert_applied("filebucket", &["/etc", "/srv"], &[ACCOUNTS, ("etc/motd", "Go away\n"), ("srv/.keep", "")]);
}

/// Not again on the same day, whatever the result was.
#[test]
fn the_examples_of_schedule() {
    if !skip_test::has_root("the examples of schedule") {
        return;
    }
    for example in examples("schedule") {
        let sandbox = Sandbox::with_mounts(&["/etc"]);
        assert_eq!(sandbox.apply(&example, &[]).code, 2, "{example}");
        sandbox.write("etc/motd", "Go away\n", 0o644);
        let run = sandbox.apply(&example, &[]);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""), "{example}");
        assert_eq!(sandbox.apply(&example, &["--ignoreschedules"]).code, 2, "{example}");
    }
}

#[test]
fn the_examples_of_stage() {
    assert_applied("stage", &["/etc"], &[ACCOUNTS]);
}

/// A `notify` is logged in every run.
#[test]
fn the_examples_of_notify() {
    for example in examples("notify") {
        let sandbox = Sandbox::new();
        for _ in 0..2 {
            let run = sandbox.apply(&example, &[]);
            assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{example}{}", run.stdout);
            assert!(run.stdout.contains("defined 'message' as 'This is "), "{}", run.stdout);
        }
    }
}

#[test]
fn the_examples_of_concat_file() {
    assert_applied(
        "concat_file",
        &["/etc"],
        &[("etc/passwd", "root:x:0:0:root:/:/bin/sh\n"), ("etc/group", "root:x:0:\n")],
    );
}

#[test]
fn the_examples_of_package() {
    if !package::can_run(&["/usr/bin/gem", "/usr/bin/pip3"]) {
        return;
    }
    for example in examples("package") {
        let sandbox = Sandbox::set_up("package", &package::FOLDERS);
        assert_settles(&sandbox, &example);
    }
}

#[test]
fn the_examples_of_file_line() {
    let settings = "export HTTP_PROXY=http://old:3128\nexport OLD=1\n[main]\n";
    assert_applied("file_line", &["/etc"], &[("etc/environment", settings), ("etc/fstab", "# none\n")]);
}

/// Users and groups, as the account tools need them.
const ALL_ACCOUNTS: [(&str, &str); 5] = [
    (
        "etc/passwd",
        "root:x:0:0:root:/nowhere:/bin/sh\nold:x:1500:1500::/home/old:/bin/sh\nodd:x:2400:1500::/:/bin/sh\n",
    ),
    ("etc/shadow", "root:*:18000:0:99999:7:::\nold:!:18000:0:99999:7:::\nodd:!:18000:0:99999:7:::\n"),
    ("etc/group", "root:x:0:\naudio:x:29:\nvideo:x:44:\nold:x:1500:\n"),
    ("etc/gshadow", "root:*::\naudio:*::\nvideo:*::\nold:!::\n"),
    ("etc/login.defs", "UID_MIN 1000\nGID_MIN 1000\nUSERGROUPS_ENAB yes\n"),
];

#[test]
fn the_examples_of_group() {
    let files: Vec<(&str, &str)> =
        ALL_ACCOUNTS.iter().filter(|(name, _)| *name != "etc/passwd").copied().chain([ACCOUNTS]).collect();
    assert_applied("group", &["/etc"], &files);
}

#[test]
fn the_examples_of_user() {
    assert_applied("user", &["/etc", "/home", "/var/mail", "/var/log"], &ALL_ACCOUNTS);
}

#[test]
fn the_examples_of_host() {
    assert_applied("host", &["/etc"], &[ACCOUNTS, ("etc/hosts", "127.0.0.1 localhost\n192.0.2.9 old.example.com\n")]);
}

#[test]
fn the_examples_of_ini_setting() {
    assert_applied("ini_setting", &["/etc"], &[("etc/app.ini", "[server]\n# port = 80\n[old]\nkey = 1\n")]);
}

#[test]
fn the_examples_of_ini_subsetting() {
    assert_applied("ini_subsetting", &["/etc"], &[("etc/app.ini", "[java]\narguments = \"-Xms1m\"\n")]);
}

#[test]
fn the_examples_of_mount() {
    let files = [("etc/fstab", ""), ("mnt/scratch/.keep", ""), ("mnt/archive/.keep", "")];
    assert_applied("mount", &["/etc", "/mnt"], &files);
}

#[test]
fn the_examples_of_ssh_authorized_key() {
    assert_applied("ssh_authorized_key", &["/etc"], &[ACCOUNTS, ("root/.keep", "")]);
}

#[test]
fn the_examples_of_sysctl() {
    assert_applied("sysctl", &["/etc"], &[("etc/sysctl.conf", ""), ("etc/sysctl.d/.keep", "")]);
}
