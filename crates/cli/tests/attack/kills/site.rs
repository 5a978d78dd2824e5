//! A site with all types that write files, in two versions, and its invariants.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{MetadataExt as _, chown},
    path::{Path, PathBuf},
};

use crate::sandbox::{Sandbox, write};

/// One of the two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    A,
    B,
}

impl Version {
    pub fn other(self) -> Version {
        match self {
            Version::A => Version::B,
            Version::B => Version::A,
        }
    }

    pub fn manifest(self) -> &'static str {
        match self {
            Version::A => "a.pp",
            Version::B => "b.pp",
        }
    }
}

/// Foreign lines in shared files.
const FOREIGN: &str = "# of somebody else\nkeep = me\n";
const FOREIGN_KEY: &str = "# my own comment\nssh-rsa OWNKEY own@key\n";
const FOREIGN_JOB: &str = "# my own job\n5 5 * * * /bin/true mine\n";
const FOREIGN_HOST: &str = "127.0.0.1 localhost\n# a comment that stays\n";
const FOREIGN_MOUNT: &str = "# static file system information\nproc /proc proc defaults 0 0\n";

/// How many lines we add to each shared file.
const LINES: usize = 5;

/// The resources of each file in both versions.
pub struct Site {
    /// The contents of files that we own.
    whole: BTreeMap<PathBuf, [String; 2]>,
}

/// A text of a size.
fn text(version: Version, number: usize, size: usize) -> String {
    let line = format!("{version:?} {number} {:016x}\n", (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    line.repeat(size / line.len() + 1)[..size].to_owned()
}

/// The shared files with their foreign lines.
fn shared(sandbox: &Sandbox) -> Vec<(PathBuf, &'static str)> {
    let mut files = vec![
        (sandbox.path("etc/hosts"), FOREIGN_HOST),
        (sandbox.path("etc/fstab"), FOREIGN_MOUNT),
        (sandbox.path("etc/sysctl.conf"), FOREIGN),
        (sandbox.path("spool/crontabs/root"), FOREIGN_JOB),
        (sandbox.path("home/alice/.ssh/authorized_keys"), FOREIGN_KEY),
    ];
    files.extend((0..4).map(|number| (sandbox.path(&format!("site/lines/f{number}")), FOREIGN)));
    files.extend((0..4).map(|number| (sandbox.path(&format!("site/settings/f{number}")), FOREIGN)));
    files
}

impl Site {
    /// Writes the manifests of both versions and the initial files.
    pub fn new(sandbox: &Sandbox) -> Site {
        fs::create_dir_all(sandbox.path("home/alice/.ssh")).unwrap();
        for name in ["site/lines", "site/settings", "sources"] {
            fs::create_dir_all(sandbox.path(name)).unwrap();
        }
        for (file, foreign) in shared(sandbox) {
            let header = if file.ends_with("crontabs/root") { "# 1\n# 2\n# 3\n" } else { "" };
            write(&file, format!("{header}{foreign}"), 0o600);
        }
        for name in ["home/alice/.ssh", "home/alice/.ssh/authorized_keys"] {
            chown(sandbox.path(name), Some(4243), Some(4243)).unwrap();
        }
        let mut site = Site { whole: BTreeMap::new() };
        for version in [Version::A, Version::B] {
            let manifest = site.manifest(sandbox, version);
            fs::write(sandbox.path(version.manifest()), sandbox.expand(&manifest)).unwrap();
        }
        site
    }

    /// The content of one of our files in a version.
    fn expect(&mut self, path: PathBuf, version: Version, content: &str) {
        self.whole.entry(path).or_default()[version as usize] = content.to_owned();
    }

    fn manifest(&mut self, sandbox: &Sandbox, version: Version) -> String {
        let mut manifest = String::from(
            "File { owner => 'root', group => 'root', mode => '0600' }
             file { ['%S/site', '%S/site/content', '%S/site/source', '%S/site/concat', '%S/site/links', '%S/site/copies']:
               ensure => directory, mode => '0755' }\n",
        );
        for number in 0..50 {
            let content = text(version, number, [0, 10, 100, 1000, 5000, 20_000, 70_000, 150_000][number % 8]);
            let backup = if number % 5 == 0 { "'.bak'" } else { "'puppet'" };
            let name = format!("site/content/f{number}");
            manifest += &format!("file {{ '%S/{name}': content => '{content}', backup => {backup} }}\n");
            self.expect(sandbox.path(&name), version, &content);
        }
        for number in 0..20 {
            let content = text(version, 100 + number, [100, 3000, 65_536, 300_000, 1_000_000][number % 5]);
            let source = format!("sources/{version:?}{number}");
            fs::write(sandbox.path(&source), &content).unwrap();
            let name = format!("site/source/f{number}");
            manifest += &format!("file {{ '%S/{name}': source => '%S/{source}' }}\n");
            self.expect(sandbox.path(&name), version, &content);
        }
        for number in 0..8 {
            let name = format!("site/concat/f{number}");
            manifest += &format!("concat_file {{ '%S/{name}': mode => '0600' }}\n");
            let mut all = String::new();
            for part in 0..3 {
                let content = text(version, 200 + number * 10 + part, 3000);
                manifest += &format!(
                    "concat_fragment {{ 'c{number}-{part}': target => '%S/{name}', order => '{part}', content => '{content}' }}\n"
                );
                all += &content;
            }
            self.expect(sandbox.path(&name), version, &all);
        }
        for number in 0..6 {
            manifest += &format!(
                "file {{ '%S/site/links/l{number}': ensure => link, target => '/srv/{version:?}{number}' }}\n"
            );
        }
        for number in 0..4 * LINES {
            let (file, other) = (number % 4, (number + 1) % 4);
            manifest += &format!(
                "file_line {{ 'l{number}': path => '%S/site/lines/f{file}', line => 'key{number} = {version:?}{number}', match => '^key{number} =' }}
                 ini_setting {{ 'i{number}': path => '%S/site/settings/f{file}', section => 's', setting => 'k{number}', value => '{version:?}{number}' }}
                 ini_subsetting {{ 'u{number}': path => '%S/site/settings/f{other}', section => 't', setting => 'all', subsetting => '-k{number}=', value => '{version:?}' }}\n"
            );
        }
        let address = if version == Version::A { 1 } else { 2 };
        for number in 0..2 * LINES {
            manifest += &format!(
                "host {{ 'h{number}.example.com': ip => '10.{address}.0.{number}' }}
                 mount {{ '/srv/m{number}': ensure => defined, device => '/dev/{version:?}{number}', fstype => 'ext4' }}
                 sysctl {{ 'net.drill{number}': val => '{address}{number}' }}
                 cron {{ 'job{number}': command => '/bin/echo {version:?}{number}', hour => {number}, minute => 0, user => 'root' }}
                 ssh_authorized_key {{ 'key{number}': user => 'alice', type => 'ssh-rsa', key => 'AAAA{version:?}{number}' }}\n"
            );
        }
        manifest += &format!("user {{ 'alice': comment => 'Alice {version:?}' }}\n");
        manifest += &format!("exec {{ '/bin/true {version:?}': unless => '/bin/true' }}\n");
        manifest
    }

    /// Asserts the invariants.
    #[track_caller]
    pub fn assert_whole(&self, sandbox: &Sandbox, after: &str) {
        for (path, versions) in &self.whole {
            let content =
                fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}, after {after}", path.display()));
            assert!(
                versions.contains(&content),
                "{} has {} bytes of neither version, after {after}",
                path.display(),
                content.len()
            );
            assert_eq!(path.metadata().unwrap().mode() & 0o7777, 0o600, "{}, after {after}", path.display());
        }
        for (path, foreign) in shared(sandbox) {
            let content =
                fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}, after {after}", path.display()));
            assert!(content.contains(foreign), "{} lost lines of others, after {after}: {content}", path.display());
            assert_eq!(path.metadata().unwrap().mode() & 0o7777, 0o600, "{}, after {after}", path.display());
            let name = path.display();
            assert_eq!(lines(&path, &content), expected_lines(&path), "lines of {name}, after {after}: {content}");
        }
        for number in 0..6 {
            let target = fs::read_link(sandbox.path(&format!("site/links/l{number}"))).unwrap();
            let expected = [format!("/srv/A{number}"), format!("/srv/B{number}")];
            assert!(expected.iter().any(|one| target == Path::new(one)), "{target:?}, after {after}");
        }
        let passwd = fs::read_to_string(sandbox.path("etc/passwd")).unwrap();
        assert!(passwd.contains("\nmallory:x:") && passwd.contains("\nalice:x:"), "after {after}: {passwd}");
        self.assert_state(sandbox, after);
        let leftovers = leftovers(sandbox);
        let wrong: Vec<&PathBuf> = leftovers.iter().filter(|path| !is_passing(path)).collect();
        assert!(wrong.is_empty(), "files that nothing explains are left after {after}: {wrong:?}");
        for path in leftovers {
            let mode = path.symlink_metadata().unwrap().mode();
            assert!(
                mode & 0o077 == 0 || mode & 0o170_000 == 0o120_000,
                "{} has mode {mode:o}, after {after}",
                path.display()
            );
        }
    }

    /// Asserts that the state files can be read, and that contents in the bucket match their checksums.
    #[track_caller]
    fn assert_state(&self, sandbox: &Sandbox, after: &str) {
        for name in [
            "state/state.yaml",
            "state/transactionstore.yaml",
            "state/last_run_report.yaml",
            "public/last_run_summary.yaml",
        ] {
            let Ok(text) = fs::read_to_string(sandbox.path("var").join(name)) else { continue };
            assert!(text.starts_with("---") && text.ends_with('\n'), "{name} is not complete, after {after}");
        }
        let report = sandbox
            .program(env!("CARGO_BIN_EXE_bunraku"))
            .arg("report")
            .arg("--vardir")
            .arg(sandbox.path("var"))
            .output();
        let report = report.unwrap();
        assert!(report.status.success(), "after {after}: {}", String::from_utf8_lossy(&report.stderr));
        let sums = sandbox
            .shell("[ ! -d %S/var/clientbucket ] || find %S/var/clientbucket -name contents -exec sha256sum {} +");
        for line in sums.lines() {
            let (sum, path) = line.split_once("  ").unwrap();
            assert!(path.ends_with(&format!("/{sum}/contents")), "{path} has the sum {sum}, after {after}");
        }
        // The file has been checked already.
        let _ = fs::remove_dir_all(sandbox.path("var/clientbucket"));
    }

    /// Asserts that everything is as in a version.
    #[track_caller]
    pub fn assert_converged(&self, sandbox: &Sandbox, version: Version, after: &str) {
        for (path, versions) in &self.whole {
            assert_eq!(
                fs::read_to_string(path).unwrap(),
                versions[version as usize],
                "{}, after {after}",
                path.display()
            );
        }
        self.assert_whole(sandbox, after);
    }

    /// The number of leftover temporary files.
    pub fn describe_leftovers(&self, sandbox: &Sandbox) -> String {
        format!("{} files are left under passing names", leftovers(sandbox).len())
    }
}

/// The number of our complete lines in a file.
fn lines(path: &Path, content: &str) -> usize {
    let name = path.file_name().unwrap().to_str().unwrap();
    let is_ours = |line: &&str| match name {
        "hosts" => line.starts_with("10.") && line.ends_with(".example.com"),
        "fstab" => line.starts_with("/dev/") && line.contains("\t/srv/m"),
        "sysctl.conf" => line.starts_with("net.drill"),
        "root" => line.contains("* * * /bin/echo "),
        "authorized_keys" => line.starts_with("ssh-rsa AAAA") && line.contains(" key"),
        _ => line.starts_with("key") || line.starts_with('k') && line.contains(" = ") && !line.starts_with("keep"),
    };
    content.lines().filter(is_ours).count()
}

fn expected_lines(path: &Path) -> usize {
    if path.parent().is_some_and(|parent| parent.ends_with("lines") || parent.ends_with("settings")) {
        LINES
    } else {
        2 * LINES
    }
}

/// Whether a name is that of a temporary file.
fn is_passing(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    name.contains(".bunraku-") || name.starts_with('.') && name.ends_with(".new")
}

/// Files in our directories that are not part of the site.
fn leftovers(sandbox: &Sandbox) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for directory in
        ["site/content", "site/source", "site/concat", "site/links", "site/lines", "site/settings", "home/alice/.ssh"]
    {
        for entry in fs::read_dir(sandbox.path(directory)).unwrap() {
            let name = entry.as_ref().unwrap().file_name().into_string().unwrap();
            let number = name.trim_start_matches(['f', 'l']).trim_end_matches(".bak");
            if number.parse::<usize>().is_err() && name != "authorized_keys" {
                found.push(entry.unwrap().path());
            }
        }
    }
    for name in ["hosts", "fstab", "sysctl.conf"] {
        let prefix = format!("{name}.");
        let entries = fs::read_dir(sandbox.path("etc")).unwrap().map(|entry| entry.unwrap().path());
        found.extend(
            entries.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(&prefix) && is_passing(path)),
        );
    }
    found
}
