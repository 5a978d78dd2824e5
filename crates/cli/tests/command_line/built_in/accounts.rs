//! `user` and `group` beyond the recorded cases of Puppet: secrets, errors, large numbers, other sources of users.

use std::{os::unix::fs::MetadataExt as _, path::Path, process::Stdio, time::Instant};

use super::{Sandbox, assert_secret};

const MOUNTS: [&str; 4] = ["/etc", "/home", "/var/mail", "/var/log"];

/// A sandbox with some users and groups; without root, reports that the test is skipped.
fn sandbox(test: &str) -> Option<Sandbox> {
    sandbox_with(test, &[], &serde_json::json!({}))
}

fn sandbox_with(test: &str, mounts: &[&str], before: &serde_json::Value) -> Option<Sandbox> {
    if !skip_test::has_root(test) {
        return None;
    }
    let mounts: Vec<&str> = MOUNTS.iter().chain(mounts).copied().collect();
    let sandbox = Sandbox::prepared(&mounts, before);
    sandbox.write("etc/passwd", "root:x:0:0:root:/:/bin/sh\nbob:x:54321:54321:Bob:/home/bob:/bin/sh\n", 0o644);
    sandbox.write("etc/shadow", "root:*:18000:0:99999:7:::\nbob:!:18000:0:99999:7:::\n", 0o640);
    sandbox.write("etc/group", "root:x:0:\nstaff:x:50:\nbob:x:54321:\n", 0o644);
    sandbox.write("etc/gshadow", "root:*::\nstaff:*::\nbob:!::\n", 0o640);
    sandbox.write("etc/login.defs", "UID_MIN 1000\nGID_MIN 1000\nUSERGROUPS_ENAB yes\n", 0o644);
    Some(sandbox)
}

#[test]
fn a_password_is_logged_nowhere() {
    for password in ["'$6$SECRET'", "Sensitive('$6$SECRET')"] {
        let Some(sandbox) = sandbox("a password is told nowhere") else { return };
        assert_secret(&sandbox, &format!("user {{ 'bob': password => {password} }}"), "etc/shadow");
        let new =
            format!("user {{ 'carol': ensure => present, password => {password} }}").replace("SECRET", "hunter44");
        let run = sandbox.apply(&new, &["--debug"]);
        assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
        assert!(!format!("{}{}", run.stdout, run.stderr).contains("hunter"), "{}", run.stdout);
        assert!(sandbox.read("etc/shadow").contains("carol:$6$hunter44:"));
        let shown = sandbox.resource(&["user", "carol"]);
        assert!(!shown.stdout.contains("hunter"), "{}", shown.stdout);
    }
}

#[test]
fn no_process_has_a_password_among_its_arguments() {
    // Tools that record how they were called.
    let noting = "#!/bin/sh\necho \"$0 $*\" >> /var/log/calls\n";
    let before = serde_json::json!({ "usr/sbin/useradd": [noting, 0o755], "usr/sbin/usermod": [noting, 0o755],
        "usr/sbin/chpasswd": [format!("{noting}cat > /var/log/input\n"), 0o755] });
    let tools = ["/usr/sbin/useradd", "/usr/sbin/usermod", "/usr/sbin/chpasswd"];
    let Some(sandbox) = sandbox_with("no process has a password among its arguments", &tools, &before) else { return };
    sandbox.apply("user { 'carol': ensure => present, password => '$6$hunter55' }", &[]);
    assert_eq!(sandbox.read("var/log/calls"), "/usr/sbin/useradd -M carol\n/usr/sbin/chpasswd -e\n");
    assert_eq!(sandbox.read("var/log/input"), "carol:$6$hunter55\n");
}

#[test]
fn homes_belong_to_their_users() {
    let Some(sandbox) = sandbox("homes belong to their users") else { return };
    sandbox.write("etc/skel/.profile", "# hello\n", 0o644);
    let manifest = "user { 'carol': ensure => present, uid => 54322, managehome => true }";
    assert_eq!(sandbox.apply(manifest, &[]).code, 2);
    let home = sandbox.files().join("home/carol");
    for path in [home.clone(), home.join(".profile")] {
        assert_eq!(path.metadata().unwrap().uid(), 54322, "{}", path.display());
    }
}

#[test]
fn a_tool_that_is_missing_is_named() {
    let before = serde_json::json!({ "usr/sbin/useradd": ["", 0o644], "usr/sbin/groupadd": ["", 0o644] });
    let tools = ["/usr/sbin/useradd", "/usr/sbin/groupadd"];
    let Some(sandbox) = sandbox_with("a tool that is missing is named", &tools, &before) else { return };
    let before = sandbox.tree();
    let run = sandbox.apply("user { 'carol': ensure => present } group { 'ops': ensure => present }", &[]);
    assert_ne!(run.code, 0);
    assert!(run.stderr.contains("there is no useradd"), "{}", run.stderr);
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn accounts_that_cannot_be_written_stay_as_they_are() {
    let Some(sandbox) = sandbox("accounts that cannot be written stay as they are") else { return };
    let before = sandbox.tree();
    let mut remount = sandbox.program("mount");
    assert!(remount.args(["-o", "remount,bind,ro", "/etc"]).status().unwrap().success());
    let manifest = "user { 'carol': ensure => present } user { 'bob': comment => 'Robert', password => '$6$hunter66' }
                    group { 'ops': ensure => present }";
    let run = sandbox.apply(manifest, &[]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    for text in [
        "Could not create user carol: Execution of '/usr/sbin/useradd -M carol' returned 1: useradd: ",
        "Could not create group ops: Execution of '/usr/sbin/groupadd ops' returned 10: groupadd: ",
        "Could not set comment on user[bob]: Execution of '/usr/sbin/usermod -c Robert bob' returned 1: usermod: ",
        "User[bob]/password: change from [redacted] to [redacted] failed: chpasswd failed: chpasswd: ",
    ] {
        assert!(run.stderr.contains(text), "{text} is not in {}", run.stderr);
    }
    assert!(!run.stderr.contains("hunter"));
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn a_user_with_running_processes_is_kept() {
    let Some(sandbox) = sandbox("a user who is busy stays") else { return };
    let mut sleeping = sandbox.program("setpriv");
    sleeping.args(["--reuid", "54321", "--clear-groups", "sleep", "60"]).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut sleeping) = sleeping.spawn() else {
        skip_test::skip!("there is no setpriv: a user who is busy stays");
        return;
    };
    let status = format!("/proc/{}/status", sleeping.id());
    let is_asleep = || std::fs::read_to_string(&status).unwrap().contains("Uid:\t54321");
    let start = Instant::now();
    while !is_asleep() && start.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let run = sandbox.apply("user { 'bob': ensure => absent }", &[]);
    sleeping.kill().unwrap();
    sleeping.wait().unwrap();
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let expected = "Could not delete user bob: Execution of '/usr/sbin/userdel bob' returned 8: userdel: user bob is \
                    currently used by process ";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    assert_eq!(sandbox.apply("user { 'bob': ensure => absent }", &[]).code, 2);
    assert!(!sandbox.read("etc/passwd").contains("bob"));
}

#[test]
fn one_property_that_fails_leaves_the_others() {
    let Some(sandbox) = sandbox("one property that fails leaves the others") else { return };
    let run = sandbox.apply("user { 'bob': shell => '/bin/nowhere', comment => 'Robert', gid => 'nowhere' }", &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("Shell /bin/nowhere must exist"), "{}", run.stderr);
    assert!(run.stderr.contains("Could not find group(s) nowhere"), "{}", run.stderr);
    assert!(sandbox.read("etc/passwd").contains("bob:x:54321:54321:Robert:/home/bob:/bin/sh"));
}

/// A sandbox in which a user and a group, `carl`, come from a source other than the files.
fn with_carl(purpose: &str) -> Option<Sandbox> {
    let sandbox = sandbox(purpose)?;
    if !Path::new("/usr/lib/x86_64-linux-gnu/libnss_systemd.so.2").exists() {
        skip_test::skip!("libnss-systemd is not installed: {purpose}");
        return None;
    }
    sandbox.write("etc/nsswitch.conf", "passwd: files systemd\ngroup: files systemd\n", 0o644);
    let user =
        r#"{"userName":"carl","uid":4711,"gid":4711,"homeDirectory":"/home/carl","realName":"Carl","shell":"/bin/sh"}"#;
    sandbox.write("etc/userdb/carl.user", user, 0o644);
    sandbox.write("etc/userdb/carl.group", r#"{"groupName":"carl","gid":4711}"#, 0o644);
    for (link, target) in [("4711.user", "carl.user"), ("4711.group", "carl.group")] {
        std::os::unix::fs::symlink(target, sandbox.files().join("etc/userdb").join(link)).unwrap();
    }
    Some(sandbox)
}

#[test]
fn users_from_elsewhere_are_not_purged() {
    let Some(sandbox) = with_carl("users from elsewhere are not purged") else { return };
    // Puppet tries it with a tool that does not support it, and fails in every run.
    let run = sandbox.apply("resources { ['user', 'group']: purge => true } group { 'root': ensure => present }", &[]);
    let expected = "Warning: /Stage[main]/Main/Resources[user]: Not purging resources that are not in /etc/passwd: carl\n\
                    Warning: /Stage[main]/Main/Resources[group]: Not purging resources that are not in /etc/group: carl";
    let warnings: Vec<&str> = run.stderr.lines().filter(|line| line.starts_with("Warning")).collect();
    assert_eq!(warnings.join("\n"), expected, "{}", run.stdout);
    assert!(run.stdout.contains("User[bob]/ensure: removed"), "{}", run.stdout);
    assert!(!format!("{}{}", run.stdout, run.stderr).contains("User[carl]"), "{}{}", run.stdout, run.stderr);
    assert!(!format!("{}{}", run.stdout, run.stderr).contains("Group[carl]"), "{}{}", run.stdout, run.stderr);
    // If the provider is named, the run reports why it cannot be used, as Puppet does.
    let run = sandbox.apply("user { 'carl': ensure => absent }", &[]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let expected = "Could not delete user carl: Execution of '/usr/sbin/userdel carl' returned ";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    let run = sandbox.apply("resources { 'user': purge => true, unless_uid => 4711 }", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
}

#[test]
fn users_from_other_sources_are_found() {
    let Some(sandbox) = with_carl("users from elsewhere are known") else { return };
    let manifest = "user { 'carl': ensure => present, uid => 4711, comment => 'Carl' } group { 'carl': gid => 4711 }";
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let shown = sandbox.resource(&["user", "carl"]);
    assert!(shown.stdout.contains("ensure   => 'present'"), "{}", shown.stdout);
    // The files of the machine do not contain it.
    let local = "user { 'carl': ensure => present, forcelocal => true, noop => true }";
    let run = sandbox.apply(local, &[]);
    assert!(run.stdout.contains("User[carl]/ensure: created (noop)"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn ten_thousand_users_are_listed_and_compared() {
    let Some(sandbox) = sandbox("ten thousand users are listed and compared") else { return };
    // Anything quadratic takes ten times as long.
    let sandbox = sandbox.with_cpu_limit(240);
    let each = |line: &dyn Fn(usize) -> String| (0..10_000).map(line).collect::<String>();
    sandbox.write("etc/passwd", &each(&|n| format!("u{n}:x:{}:50:U {n}:/home/u{n}:/bin/sh\n", 2000 + n)), 0o644);
    sandbox.write("etc/shadow", &each(&|n| format!("u{n}:$6$hash{n}:18000:0:99999:7:::\n")), 0o640);
    sandbox.write("etc/group", &format!("staff:x:50:\n{}", each(&|n| format!("g{n}:x:{}:u{n}\n", 2000 + n))), 0o644);
    let run = sandbox.resource(&["user"]);
    assert_eq!(run.stdout.matches("\nuser { ").count() + 1, 10_000);
    let manifest = "range(0, 9999).each |$n| {
        user { \"u${n}\": ensure => present, uid => 2000 + $n, groups => \"g${n}\", password => \"\\$6\\$hash${n}\" }
    }";
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
}
