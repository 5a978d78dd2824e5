//! The type `package` compared with the real Puppet, and intended differences.
//!
//! Everything happens in a sandbox with its own dpkg, apt and repositories: see `package/setup.sh`.

use std::path::Path;

use super::{Sandbox, assert_recorded};

/// The cases that differ from Puppet, with the reason. They are tested below.
const DIFFERENT: &[(&str, &str)] = &[
    ("a version that is no text", "Puppet installs it at every run, because a number is never the text of a version"),
    ("an unknown provider", "we say which ones there are"),
    ("a provider of others", "we do not have it, and say so before anything is changed"),
    ("several", "we install them in one transaction"),
    ("several go", "we remove them in one transaction"),
    ("several are purged", "we purge them in one transaction"),
    ("several versions", "we install them in one transaction"),
    ("what comes with another", "in one transaction both are installed"),
    ("a gem and no gem", "Puppet reads all gems before the first has its turn"),
    ("twice", "the recording ends before the location of the statement"),
    ("a gem twice", "both have their turns together, when neither is there"),
    ("one is installed by hand", "Puppet shows what there was before"),
    ("one is taken away by hand", "Puppet shows what there was before"),
    ("a wheel and no pip", "Puppet reads all wheels before the first has its turn"),
    ("a wheel in a range that nobody has", "Puppet calls a method that does not exist"),
];

/// The directories of the machine that the sandbox replaces.
pub const FOLDERS: [&str; 7] =
    ["/etc/apt", "/var/cache/apt", "/var/cache/debconf", "/var/lib/apt", "/var/lib/dpkg", "/var/log", "/srv"];

#[test]
fn packages_are_managed_as_puppet_manages_them() {
    if can_run(&["/usr/bin/gem", "/usr/bin/pip3"]) {
        assert_recorded(include_str!("../../golden/built_in/package.jsonl"), 171 - DIFFERENT.len(), DIFFERENT);
    }
}

/// Whether the sandbox can be created with these programs.
pub fn can_run(programs: &[&str]) -> bool {
    let of_debian = ["/usr/bin/apt-get", "/usr/bin/dpkg-deb", "/usr/bin/dpkg-scanpackages"];
    let missing = of_debian.iter().chain(programs).find(|program| !Path::new(program).exists());
    if let Some(missing) = missing {
        skip_test::skip!("there is no {missing}");
    }
    if !skip_test::is_root() {
        skip_test::skip!("it needs root");
    }
    skip_test::is_root() && missing.is_none()
}

/// A new sandbox.
fn world() -> Sandbox {
    Sandbox::set_up("package", &FOLDERS)
}

/// The calls of apt since the last time.
fn transactions(sandbox: &Sandbox) -> Vec<String> {
    let history =
        sandbox.shell("sed -n 's/^Commandline: //p' /var/log/apt/history.log; rm -f /var/log/apt/history.log");
    history.lines().map(str::to_owned).collect()
}

fn created(names: &[&str]) -> String {
    let line = |name: &&str| format!("Notice: /Stage[main]/Main/Package[{name}]/ensure: created");
    names.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn packages_are_installed_in_one_transaction() {
    if !can_run(&[]) {
        return;
    }
    let sandbox = world();
    let names: Vec<String> = (1..=20).map(|number| format!("many{number:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let several = |ensure: &str| format!("package {{ ['{}']: ensure => {ensure} }}", names.join("', '"));
    let run = sandbox.apply(&several("present"), &[]);
    assert_eq!((run.stdout, run.stderr.as_str(), run.code), (created(&names), "", 2));
    let install = "/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold";
    assert_eq!(transactions(&sandbox), [format!("{install} install {}", names.join(" "))]);
    let run = sandbox.apply(&several("latest"), &[]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
    let run = sandbox.apply(&several("absent"), &[]);
    assert_eq!((run.stderr.as_str(), run.code), ("", 2), "{}", run.stdout);
    assert_eq!(run.stdout.lines().filter(|line| line.ends_with("/ensure: removed")).count(), 20);
    assert_eq!(transactions(&sandbox), [format!("/usr/bin/apt-get -y -q remove {}", names.join(" "))]);

    // Versions, latest and other options: as much as possible is done together.
    let manifest = "package { 'demo': ensure => '1.0' } package { 'other': ensure => latest }
        package { 'library': ensure => present } package { 'deep': ensure => '>=2.0' }
        package { 'real': install_options => '--no-install-recommends' }";
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.stderr.as_str(), run.code), ("", 2), "{}", run.stdout);
    let together = format!("{install} --allow-downgrades install demo=1.0 other library deep=1:1.0-1");
    assert_eq!(transactions(&sandbox), [together, format!("{install} --no-install-recommends install real")]);
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));

    let run = sandbox.apply("package { ['demo', 'other', 'library']: ensure => purged }", &[]);
    assert_eq!((run.stderr.as_str(), run.code), ("", 2), "{}", run.stdout);
    assert_eq!(transactions(&sandbox), ["/usr/bin/apt-get -y -q remove --purge demo other library"]);
    assert!(!sandbox.files().join("srv/files/demo.conf").exists());
}

#[test]
fn what_cannot_be_installed_together_is_tried_alone() {
    if !can_run(&[]) {
        return;
    }
    let sandbox = world();
    let run =
        sandbox.apply("package { ['demo', 'nowhere', 'broken', 'application', 'library']: ensure => present }", &[]);
    let notices: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("Notice: ")).collect();
    assert_eq!(
        (
            notices.join(
                "
"
            ),
            run.code
        ),
        (created(&["demo", "application", "library"]), 6),
        "{}",
        run.stderr
    );
    let failed: Vec<&str> = run.stderr.lines().filter(|line| line.starts_with("Error: /")).collect();
    let command = "Execution of '/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold install";
    let error = |name: &str| {
        format!(
            "Error: /Stage[main]/Main/Package[{name}]/ensure: change from 'purged' to 'present' failed: {command} {name}' returned 100:"
        )
    };
    assert_eq!(failed, [error("nowhere"), error("broken")]);
    let installed = sandbox.shell("dpkg-query -W -f '${Package} ${Status}\n' | sort");
    let expected = "application install ok installed\nbroken install ok half-configured\ndemo install ok installed\n\
                    library install ok installed\n";
    assert_eq!(installed, expected);
    // Failed packages are tried again, installed ones are not.
    let run = sandbox.apply("package { ['demo', 'application', 'library', 'broken']: ensure => present }", &[]);
    assert_eq!((run.stdout.contains("Notice: "), run.code), (false, 4), "{}", run.stderr);
    // Two packages that exclude each other: the second one wins, as if they were installed one after the other.
    let run =
        sandbox.apply("package { ['other', 'rival']: ensure => present } package { 'broken': ensure => absent }", &[]);
    assert_eq!(sandbox.shell("dpkg-query -W -f '${Package} ' rival"), "rival ", "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_locked_package_database_is_reported() {
    if !can_run(&["/usr/bin/python3"]) {
        return;
    }
    let sandbox = world();
    // A lock that dpkg respects, for as long as the program runs.
    let locked = "import fcntl, subprocess, sys; file = open('/var/lib/dpkg/lock-frontend', 'w'); \
                  fcntl.lockf(file, fcntl.LOCK_EX); sys.exit(subprocess.call(sys.argv[1:]))";
    let mut command = sandbox.program("python3");
    command.args(["-c", locked, env!("CARGO_BIN_EXE_bunraku"), "apply", "--confdir", "/srv/c", "--vardir", "/srv/v"]);
    command.args(["--color=false", "--detailed-exitcodes", "-e", "package { ['demo', 'other']: ensure => present }"]);
    let output = command.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{printed}");
    let refusals = printed.matches("E: Could not get lock /var/lib/dpkg/lock-frontend.").count();
    assert_eq!(refusals, 4, "{printed}");
    let run = sandbox.apply("package { ['demo', 'other']: ensure => present }", &[]);
    assert_eq!((run.stdout, run.code), (created(&["demo", "other"]), 2), "{}", run.stderr);
}

#[test]
fn an_interrupted_dpkg_run_is_detected_and_finished() {
    if !can_run(&[]) {
        return;
    }
    let sandbox = world();
    // Unpacked and not configured, as after a crash: the last action of dpkg is not in its file yet.
    sandbox.shell("dpkg --unpack /srv/repository/demo_1.0.deb /srv/repository/other_1.0.deb");
    sandbox.shell("sed -n '/^Package: other/,/^$/p' /var/lib/dpkg/status > /srv/other; \
                 sed -i '/^Package: other/,/^$/d' /var/lib/dpkg/status; sed 's/ unpacked/ half-installed/' /srv/other > /var/lib/dpkg/updates/0001");
    let run = sandbox.apply("package { ['demo', 'other']: ensure => present }", &["--noop"]);
    assert_eq!(
        run.stdout.lines().filter(|line| line.ends_with("/ensure: created (noop)")).count(),
        2,
        "{}",
        run.stderr
    );
    sandbox.shell("mv /srv/other /var/lib/dpkg/updates/0001");
    let run = sandbox.apply("package { ['demo', 'other']: ensure => present }", &[]);
    // Apt asks for `dpkg --configure -a` when dpkg was interrupted.
    assert!(run.code == 4 && run.stderr.contains("failed: Execution of "), "{}{}", run.stdout, run.stderr);
    sandbox.shell("dpkg --configure -a");
    let run = sandbox.apply("package { ['demo', 'other']: ensure => present }", &[]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
}

#[test]
fn modules_of_node_are_managed() {
    if !can_run(&["/usr/bin/npm"]) {
        return;
    }
    let sandbox = world();
    let module = |attributes: &str| format!("package {{ 'tiny-node': provider => npm, {attributes} }}");
    let first = module("source => '/srv/tarballs/tiny-node-1.0.0.tgz'");
    let run = sandbox.apply(&first, &["--noop"]);
    assert!(run.stdout.contains("/ensure: created (noop)"), "{}{}", run.stdout, run.stderr);
    let run = sandbox.apply(&first, &[]);
    assert_eq!((run.stdout, run.stderr.as_str(), run.code), (created(&["tiny-node"]), "", 2));
    let run = sandbox.apply(&first, &[]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
    for in_sync in ["ensure => '1.0.0'", "ensure => '^1.0'", "ensure => '>=1.0.0 <2.0.0'"] {
        let run = sandbox.apply(&module(in_sync), &[]);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0), "{in_sync}");
    }
    let second = module("ensure => '2.0.0', source => '/srv/tarballs/tiny-node-2.0.0.tgz'");
    let run = sandbox.apply(&second, &[]);
    let changed = "Notice: /Stage[main]/Main/Package[tiny-node]/ensure: ensure changed '1.0.0' to '2.0.0'";
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (changed, "", 2));
    let run = sandbox.resource(&["package", "tiny-node"]);
    assert_eq!(run.stdout, "package { 'tiny-node':\n  ensure   => '2.0.0',\n  provider => 'npm',\n}", "{}", run.stderr);
    let run = sandbox.apply(&module("ensure => absent"), &[]);
    let removed = "Notice: /Stage[main]/Main/Package[tiny-node]/ensure: removed";
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (removed, "", 2));
    let run = sandbox.apply(&module("ensure => absent"), &[]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
}

#[test]
fn packages_of_all_providers_are_listed() {
    if !can_run(&["/usr/bin/gem"]) {
        return;
    }
    let sandbox = world();
    sandbox.shell("apt-get -qq -y install demo other && apt-mark hold other && apt-get -qq -y remove demo; gem install --local /srv/gems/gems/tiny_gem-1.0.0.gem");
    let run = sandbox.resource(&["package"]);
    let has = |block: &str| assert!(run.stdout.contains(block), "{block}\n{}{}", run.stdout, run.stderr);
    has("package { 'demo':\n  ensure   => 'absent',\n  provider => 'apt',\n}");
    has("package { 'other':\n  ensure   => '2.0',\n  mark     => 'hold',\n  provider => 'apt',\n}");
    has("package { 'tiny_gem':\n  ensure   => ['1.0.0'],\n  provider => 'gem',\n}");
    assert_eq!(run.code, 0);
}

#[test]
fn a_secret_cannot_be_an_option() {
    if !can_run(&[]) {
        return;
    }
    let sandbox = world();
    for attributes in [
        "install_options => Sensitive(['--hunter2'])",
        "install_options => [Sensitive('--hunter2')]",
        "install_options => { '--password' => Sensitive('hunter2') }",
        "uninstall_options => Sensitive('--hunter2'), provider => gem",
    ] {
        let run = sandbox.apply(&format!("package {{ 'demo': {attributes} }}"), &["--debug"]);
        assert_eq!(run.code, 1, "{attributes}: {}", run.stdout);
        assert!(run.stderr.contains("A Sensitive value cannot be used here"), "{}", run.stderr);
        assert!(!format!("{}{}", run.stdout, run.stderr).contains("hunter2"), "{}{}", run.stdout, run.stderr);
    }
    assert_eq!(sandbox.shell("grep -rl hunter2 /var/log /srv; dpkg-query -W demo 2>/dev/null"), "");
    assert!(!sandbox.files().join("var/log/apt/history.log").exists(), "apt was called");
}

#[test]
fn without_a_package_manager_of_the_system_nothing_else_is_taken_for_one() {
    if !skip_test::has_root("without a package manager of the system nothing else is taken for one") {
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/var/lib/dpkg"]);
    let hidden = sandbox.shell("for tool in apt-get dpkg; do mount --bind /dev/null /usr/bin/$tool || exit 1; done");
    assert_eq!(hidden, "");
    let run = sandbox.apply("package { 'nginx': } notify { 'others go on': }", &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    let expected = "Could not find a suitable provider for package: apt (there is no /usr/bin/apt-get), dpkg (there is no \
                    /usr/bin/dpkg), gem (used only if the resource sets 'provider' to it)";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    assert!(run.stdout.contains("others go on"), "{}", run.stdout);
}
