//! `docs/first-provider.md`, followed to the letter: a crate outside of this workspace builds, runs and is tested.

use std::{
    env, fs,
    io::ErrorKind,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use crate::transcripts::without_seconds;

const PAGE: &str = include_str!("../../../../docs/first-provider.md");

/// Where the guide ends and the reference begins.
const END: &str = "That is a complete provider.";

#[test]
fn a_crate_of_ones_own_is_built_by_following_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let (guide, _) = PAGE.split_once(END).expect("the guide has an end");
    let blocks = blocks(guide);
    assert_eq!(blocks.len(), 7, "the blocks of the guide");
    let beside = prepare(root);
    let own = beside.join("notes");
    for block in blocks {
        match block.language {
            "sh" if block.text.starts_with("cargo new") => {
                run(&beside, block.text);
                // The versions that are known to work, all of which are on this machine.
                fs::copy(root.join("Cargo.lock"), own.join("Cargo.lock")).unwrap();
            }
            "sh" => drop(run(&own, block.text)),
            "console" => {
                let mut commands = block.text.split("$ ");
                assert_eq!(commands.next(), Some(""), "a command comes first");
                for command in commands {
                    let (command, expected) = command.split_once('\n').unwrap();
                    assert_eq!(without_seconds(&run(&own, command)), without_seconds(expected), "for {command}");
                }
            }
            _ => {
                let path = own.join(block.file.expect("the text before a file names it"));
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, block.text).unwrap();
            }
        }
    }
}

struct Block<'p> {
    language: &'p str,
    text: &'p str,
    /// The last file that the text before the block mentions.
    file: Option<&'p str>,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut rest = page;
    let mut blocks = Vec::new();
    while let Some((before, from)) = rest.split_once("```") {
        let (language, from) = from.split_once('\n').unwrap();
        let (text, after) = from.split_once("```\n").unwrap();
        let is_file = |word: &&str| [".toml", ".rs"].iter().any(|suffix| word.ends_with(suffix));
        blocks.push(Block { language, text, file: before.split('`').rfind(is_file) });
        rest = after;
    }
    blocks
}

/// A directory with a checkout and nothing else that the page mentions. Its name is always the same, so that what was built
/// once is not built again.
fn prepare(root: &Path) -> PathBuf {
    let name = root.display().to_string().replace('/', "-");
    let beside = env::temp_dir().join(format!("bunraku-first-provider{name}"));
    fs::create_dir_all(beside.join(".cargo")).unwrap();
    match fs::remove_dir_all(beside.join("notes")) {
        Err(error) if error.kind() != ErrorKind::NotFound => panic!("{error}"),
        _ => {}
    }
    let _ = fs::remove_file(beside.join("bunraku"));
    symlink(root, beside.join("bunraku")).unwrap();
    // The settings of this workspace, with which everything that it does not contain was built already.
    let target = Path::new(env!("CARGO_BIN_EXE_bunraku")).ancestors().nth(2).expect("a target directory");
    let mut settings = format!(
        "[net]\noffline = true\n[build]\ntarget-dir = '{}'\n[profile.dev]\ndebug = false\n\
         [profile.dev.package.'*']\nopt-level = 1\n",
        target.display()
    );
    for own in fs::read_dir(root.join("crates")).unwrap() {
        let own = own.unwrap().file_name().into_string().unwrap();
        settings += &format!("[profile.dev.package.{own}]\nopt-level = 0\n");
    }
    fs::write(beside.join(".cargo/config.toml"), settings).unwrap();
    beside
}

/// Runs commands of the page, which must succeed, and returns what they print.
#[track_caller]
fn run(directory: &Path, commands: &str) -> String {
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", commands]).current_dir(directory).env("NO_COLOR", "1");
    // What this test was built and started with does not concern another workspace, and would make cargo build more anew.
    let of_cargo =
        env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_") && name != "CARGO_HOME");
    for (name, _) in of_cargo {
        shell.env_remove(name);
    }
    let output = shell.output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{commands}\n{stdout}{stderr}");
    stdout.into_owned()
}
