//! The commands in the README.

use std::{env, path::Path, process::Command};

use tempfile::TempDir;

const README: &str = include_str!("../../README.md");

#[test]
fn the_commands_of_the_readme_work() {
    let block = README.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let commands: Vec<&str> = block.lines().collect();
    assert_eq!(commands.len(), 3, "{block}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let directory = TempDir::new().unwrap();
    let binaries = Path::new(env!("CARGO_BIN_EXE_nexus")).parent().unwrap();
    let path = format!("{}/examples/nexus/try:{}:{}", root.display(), binaries.display(), env::var("PATH").unwrap());
    let run = |command: &str| {
        let mut shell = Command::new("sh");
        let paths = format!("--vardir {0}/var --confdir {0}/conf", directory.path().display());
        shell.args(["-c", &format!("{command} --color=false {paths}")]).current_dir(&root);
        let output = shell.env("PATH", &path).env("NEXUS_EMULATOR_ROOT", directory.path()).output().unwrap();
        let (stdout, stderr) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        // These passwords are examples, but a warning cannot know that.
        let is_expected = |line: &str| line.contains("inventory.yaml can be read by every user") || line.is_empty();
        assert!(output.status.success() && stderr.lines().all(is_expected), "{command}: {stdout}{stderr}");
        stdout
    };
    let first = run(commands[1]);
    assert!(first.contains("Nx9k_vlan[20]/ensure: defined 'ensure' as 'present'"), "{first}");
    assert!(first.contains("Nx9k_feature[lacp]/enabled: enabled changed false to 'true'"), "{first}");
    assert!(!run(commands[1]).contains("Nx9k"));
    assert!(run(commands[2]).contains("nx9k_vlan { '20': \n  ensure => 'present',\n  label => 'guests',\n"));
}
