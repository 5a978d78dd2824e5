//! The examples of the README: each command prints exactly the output below it.

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{ChildStdout, Command, Stdio},
};

use crate::{binary::run, transcripts::without_seconds};

/// The directory of `examples/hello.pp` in the examples.
const HELLO: &str = "/tmp/bunraku-hello";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

/// Creates a `bunraku` that names the machine `laptop` and writes the files of runs to its own directory.
fn install(folder: &Path) {
    let program = env!("CARGO_BIN_EXE_bunraku");
    let settings = format!("--certname laptop --confdir {0}/c --vardir {0}/v", folder.display());
    let script = format!(
        "#!/bin/sh\ncommand=$1\nshift\ncase $command in\napply|device) exec {program} $command {settings} \"$@\" ;;\n\
         catalog|epp) action=$1; shift; exec {program} $command $action {settings} \"$@\" ;;\n\
         *) exec {program} $command \"$@\" ;;\nesac\n"
    );
    fs::create_dir(folder.join("bin")).unwrap();
    fs::write(folder.join("bin/bunraku"), script).unwrap();
    fs::set_permissions(folder.join("bin/bunraku"), fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs each example of a page in a directory, with another one in place of `/tmp/bunraku-hello`; returns the number
/// of examples.
#[track_caller]
fn assert_true(page: &str, folder: &Path) -> usize {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let hello = folder.join("hello").display().to_string();
    let path = format!("{}/bin:{}", folder.display(), env::var("PATH").unwrap_or_default());
    let examples = examples(&text);
    for (command, expected) in &examples {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command.replace(HELLO, &hello)]).current_dir(folder).env("PATH", &path).env("NO_COLOR", "1");
        let run = run(&mut shell, "");
        let printed = format!("{}{}", run.stdout, run.stderr).replace(&hello, HELLO);
        assert_eq!(without_seconds(&printed), without_seconds(expected), "for {command}");
    }
    examples.len()
}

#[test]
fn the_examples_of_the_readme_are_true() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let block = |language: &str| {
        let (_, block) = readme.split_once(&format!("```{language}\n")).expect("an example");
        block.split("```").next().unwrap_or_default().to_owned()
    };
    let manifest = fs::read_to_string(root().join("examples/hello.pp")).unwrap();
    assert_eq!(block("puppet"), manifest, "the README shows examples/hello.pp");
    assert!(block("sh").contains("cargo run --release -- apply examples/hello.pp\n"), "the first command");
    let folder = tempfile::tempdir().unwrap();
    install(folder.path());
    fs::create_dir(folder.path().join("examples")).unwrap();
    let hello = folder.path().join("hello").display().to_string();
    fs::write(folder.path().join("examples/hello.pp"), manifest.replace(HELLO, &hello)).unwrap();
    fs::write(folder.path().join("motd.yaml"), block("yaml")).unwrap();
    let count = assert_true("README.md", folder.path());
    assert!(count >= 12, "only {count} examples were found");
}

#[test]
fn the_examples_of_the_pages_about_manifests_are_true() {
    let folder = tempfile::tempdir().unwrap();
    install(folder.path());
    let site = |text: &str, mode: &str, password: &str, last: &str| {
        format!(
            "file {{ '/srv/www/index.html': content => \"<p>\\n{text}\\n</p>\\n\", mode => '{mode}' }}\n\
             file {{ '/srv/www/password': content => Sensitive('{password}') }}\n{last}\n"
        )
    };
    fs::write(folder.path().join("old.pp"), site("Hello", "0644", "a", "notify { 'old news': }")).unwrap();
    let robots = "file { '/srv/www/robots.txt': ensure => file }";
    fs::write(folder.path().join("new.pp"), site("Hello, world", "0600", "b", robots)).unwrap();
    for page in ["docs/catalog-command.md", "docs/epp-command.md"] {
        let count = assert_true(page, folder.path());
        assert!(count >= 3, "{page} has only {count} examples");
    }
}

/// The page about the provider protocol uses the modules of the examples.
#[test]
fn the_examples_of_the_page_about_providers_are_true() {
    let folder = tempfile::tempdir().unwrap();
    install(folder.path());
    let copied = Command::new("cp").args(["-r", "examples/modules"]).arg(folder.path()).current_dir(root()).status();
    assert!(copied.unwrap().success());
    let script = fs::read_to_string(folder.path().join("bin/bunraku")).unwrap();
    let home = format!("#!/bin/sh\nHOME={}; export HOME\n", folder.path().display());
    fs::write(folder.path().join("bin/bunraku"), script.replacen("#!/bin/sh\n", &home, 1)).unwrap();
    let count = assert_true("docs/provider-protocol.md", folder.path());
    assert!(count >= 6, "only {count} examples were found");
}

/// The page about transports uses a bridge of the examples, and the Ruby code on the page.
#[test]
fn the_examples_of_the_page_about_transports_are_true() {
    let folder = tempfile::tempdir().unwrap();
    install(folder.path());
    let copied = Command::new("cp").args(["-r", "examples/modules"]).arg(folder.path()).current_dir(root()).status();
    assert!(copied.unwrap().success());
    let page = fs::read_to_string(root().join("docs/transports.md")).unwrap();
    let bridge = Bridge::start(&folder.path().join("modules/lamps/bridge.py"));
    let settings = folder.path().join("c");
    fs::create_dir(&settings).unwrap();
    let home = settings.join("home.yaml");
    let block = |language: &str| blocks(&page, language).next().expect("there is a block").to_owned();
    fs::write(&home, block("yaml").replace("7171", &bridge.port)).unwrap();
    fs::set_permissions(&home, fs::Permissions::from_mode(0o600)).unwrap();
    let section = block("ini").replace("/etc/bunraku", &settings.display().to_string());
    let hub = section.replace("[home]", "[hub]").replace("lamp_bridge", "lamp_hub");
    fs::write(settings.join("device.conf"), format!("{section}\n{hub}")).unwrap();
    let python = fs::read_to_string(root().join("examples/modules/lamps/providers/lamps.py")).unwrap();
    assert!(python.contains(block("python").trim_end()), "the page shows a part of the example");
    let mut files = 0;
    for code in blocks(&page, "ruby") {
        let path = code.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a path");
        let file = folder.path().join("modules/hub").join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, code).unwrap();
        files += 1;
    }
    assert_eq!(files, 5);
    let count = assert_true("docs/transports.md", folder.path());
    assert!(count >= 4, "only {count} examples were found");
}

/// The contents of all blocks of a language.
fn blocks<'p>(page: &'p str, language: &str) -> impl Iterator<Item = &'p str> {
    let fence = format!("\n```{language}\n");
    let starts: Vec<usize> = page.match_indices(&fence).map(|(start, _)| start + fence.len()).collect();
    starts.into_iter().filter_map(|start| page[start..].split("```").next())
}

/// The bridge of the examples, on its own port.
struct Bridge {
    process: std::process::Child,
    port: String,
    /// Its output, which must be read.
    _said: BufReader<ChildStdout>,
}

impl Bridge {
    fn start(program: &Path) -> Bridge {
        let mut command = Command::new("python3");
        let mut process = command.arg(program).arg("swordfish").stdout(Stdio::piped()).spawn().unwrap();
        let mut port = String::new();
        let mut printed = BufReader::new(process.stdout.take().unwrap());
        printed.read_line(&mut port).unwrap();
        Bridge { process, port: port.trim().to_owned(), _said: printed }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The pages about `resource` and `apply` use a program with its own types, under the name `bunraku`.
#[test]
fn the_examples_of_the_pages_about_resources_are_true() {
    let directory = tempfile::tempdir().expect("a directory");
    std::os::unix::fs::symlink(crate::shelf::program(), directory.path().join("bunraku")).expect("a link");
    let path = format!("{}:{}", directory.path().display(), env::var("PATH").unwrap_or_default());
    let note = crate::apply::resource("Note", "first", serde_json::json!({"text": "bye"}));
    fs::write(directory.path().join("web1.json"), crate::apply::catalog(&[note])).expect("the file is written");
    for page in ["docs/resource-command.md", "docs/apply-command.md"] {
        let text = fs::read_to_string(root().join(page)).expect("there is a page");
        let examples = examples(&text);
        assert!(!examples.is_empty(), "{page} has no example");
        for (command, expected) in examples {
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).current_dir(&directory).env("PATH", &path).env("NO_COLOR", "1");
            let run = run(shell.env("SHELF", directory.path()), "");
            assert_eq!(without_seconds(&format!("{}{}", run.stdout, run.stderr)), expected, "for {command}");
        }
    }
}

/// Returns each `$ command` of the console blocks with the lines after it.
pub fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line.strip_prefix("$ ") {
            _ if line == "```console" => inside = true,
            _ if line.starts_with("```") => inside = false,
            _ if !inside => {}
            Some(command) => examples.push((command.to_owned(), String::new())),
            None => {
                if let Some((_, expected)) = examples.last_mut() {
                    expected.push_str(line);
                    expected.push('\n');
                }
            }
        }
    }
    examples
}
