//! The type `cron` compared with the real Puppet, and intended differences.

use super::{Sandbox, assert_recorded};

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("create without a command", "Puppet writes an empty crontab, and calls that created; here it is a failure"),
    ("create without a command and ensure", "as before"),
    ("take the environment away", "Puppet writes the word absent, which crontab refuses"),
    ("adopt and change", "Puppet does not find the variables again, and adds them at every run"),
];

#[test]
fn jobs_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/cron.jsonl"), 34, DIFFERENT);
}

/// A sandbox with a crontab of root.
fn with_tab(text: &str) -> Option<Sandbox> {
    if !skip_test::has_root("crontabs") {
        return None;
    }
    let sandbox = Sandbox::with_mounts(&["/var/spool/cron"]);
    // The header that the command writes to every crontab.
    sandbox.write("var/spool/cron/crontabs/root", &format!("# 1\n# 2\n# 3\n{text}"), 0o600);
    Some(sandbox)
}

#[test]
fn a_job_that_was_taken_over_gets_its_name_when_it_is_changed() {
    let Some(sandbox) = with_tab("MAILTO=x\n1 * * * * /bin/a\n") else { return };
    let manifest = "cron { 'mine': command => '/bin/a', minute => 1, environment => ['X=1'] }";
    assert_eq!(sandbox.apply(manifest, &[]).code, 2);
    let tab = sandbox.read("var/spool/cron/crontabs/root");
    assert!(tab.ends_with("\nMAILTO=x\n# Puppet Name: mine\nX=1\n1 * * * * /bin/a\n"), "{tab}");
    assert_eq!(sandbox.apply(manifest, &[]).code, 0);
    assert_eq!(sandbox.apply("cron { 'mine': environment => absent }", &[]).code, 2);
    assert!(!sandbox.read("var/spool/cron/crontabs/root").contains("X=1"));
}

#[test]
fn what_crontab_refuses_is_a_failure() {
    let Some(sandbox) = with_tab("1 * * * * /bin/a\n") else { return };
    let run = sandbox.apply("cron { 'bad': command => '/bin/b', minute => '5-70' }", &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("Could not write crontab for root: "), "{}", run.stderr);
    assert!(sandbox.read("var/spool/cron/crontabs/root").ends_with("# 3\n1 * * * * /bin/a\n"));
}

#[test]
fn a_job_without_a_command_is_a_failure() {
    let Some(sandbox) = with_tab("1 * * * * /bin/a\n") else { return };
    let run = sandbox.apply("cron { 'none': minute => 5 }", &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("no command specified, cannot create"), "{}", run.stderr);
}

#[test]
fn jobs_of_all_users_are_purged() {
    let Some(sandbox) = with_tab("1 * * * * /bin/a\n") else { return };
    let theirs = "# 1\n# 2\n# 3\n# Puppet Name: theirs\n2 * * * * /bin/b\n3 * * * * /bin/c\n";
    sandbox.write("var/spool/cron/crontabs/daemon", theirs, 0o600);
    let run = sandbox.apply("resources { 'cron': purge => true }", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    for user in ["root", "daemon"] {
        let tab = sandbox.read(&format!("var/spool/cron/crontabs/{user}"));
        assert!(!tab.contains("/bin/"), "{tab}");
    }
    assert_eq!(sandbox.apply("resources { 'cron': purge => true }", &[]).code, 0);
}

/// A sandbox whose crontabs only the command can find, with a crontab of root.
fn with_hidden_tab(text: &str) -> Option<Sandbox> {
    if !skip_test::has_root("crontabs elsewhere") {
        return None;
    }
    let script = "#!/bin/sh\ncase \"$*\" in *-l) echo noise >&2; cat '%D/tab';; *) cat > '%D/tab';; esac\n";
    let before = serde_json::json!({ "usr/bin/crontab": [script, 0o755], "tab": text });
    Some(Sandbox::prepared(&["/var/spool/cron", "/usr/bin/crontab"], &before))
}

#[test]
fn a_crontab_that_only_the_command_finds_is_not_lost() {
    let Some(sandbox) = with_hidden_tab("1 * * * * /bin/theirs\n") else { return };
    let manifest = "cron { 'mine': command => '/bin/mine', minute => 2 }";
    let run = sandbox.apply(manifest, &[]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    let tab = sandbox.read("tab");
    assert!(tab.ends_with("\n1 * * * * /bin/theirs\n# Puppet Name: mine\n2 * * * * /bin/mine\n"), "{tab}");
    assert_eq!(sandbox.apply(manifest, &[]).code, 0);
}

#[test]
fn foreign_bytes_are_kept_and_error_lines_are_not_jobs() {
    let Some(sandbox) = with_hidden_tab("") else { return };
    std::fs::write(sandbox.files().join("tab"), b"# caf\xe9\n1 * * * * /bin/theirs\n").unwrap();
    let run = sandbox.apply("cron { 'mine': command => '/bin/mine', minute => 2 }", &[]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    let tab = std::fs::read(sandbox.files().join("tab")).unwrap();
    let foreign = b"# caf\xe9\n1 * * * * /bin/theirs\n";
    assert!(tab.windows(foreign.len()).any(|part| part == foreign), "{}", String::from_utf8_lossy(&tab));
    assert!(!String::from_utf8_lossy(&tab).contains("noise"));
}

#[test]
fn a_crontab_changed_meanwhile_is_kept() {
    if !skip_test::has_root("crontabs elsewhere") {
        return;
    }
    // After the crontab was read, another user adds a job.
    let script = "#!/bin/sh\ncase \"$*\" in\n*-l) echo >> '%D/asked'; cat '%D/tab'\n\
                  [ $(wc -l < '%D/asked') -gt 1 ] || echo '3 * * * * /bin/late' >> '%D/tab';;\n\
                  *) cat > '%D/tab';;\nesac\n";
    let before = serde_json::json!({ "usr/bin/crontab": [script, 0o755], "tab": "1 * * * * /bin/theirs\n" });
    let sandbox = Sandbox::prepared(&["/var/spool/cron", "/usr/bin/crontab"], &before);
    let run = sandbox.apply("cron { 'mine': command => '/bin/mine', minute => 2 }", &[]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    let tab = sandbox.read("tab");
    let expected = "1 * * * * /bin/theirs\n3 * * * * /bin/late\n# Puppet Name: mine\n2 * * * * /bin/mine\n";
    assert!(tab.ends_with(expected), "{tab}");
}

#[test]
fn a_secret_is_in_the_crontab_alone() {
    let Some(sandbox) = with_tab("1 * * * * /bin/a\n") else { return };
    let manifest = "cron { 'mine': command => Sensitive('/bin/mine --password SECRET'), minute => 2 }";
    super::assert_secret(&sandbox, manifest, "var/spool/cron/crontabs/root");
    let manifest = "cron { 'other': command => '/bin/o', minute => 2, environment => Sensitive(['P=SECRET']) }";
    super::assert_secret(&sandbox, manifest, "var/spool/cron/crontabs/root");
}
