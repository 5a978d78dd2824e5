//! Names, versions and help texts of the program, as `bunraku` and as `puppet`.

use std::{os::unix::fs::symlink, process::Command};

use tempfile::TempDir;

use crate::binary::{Run, bunraku, run};

/// Runs the program under the name `puppet`.
fn puppet(arguments: &[&str]) -> Run {
    let directory = TempDir::new().expect("a directory can be made");
    let link = directory.path().join("puppet");
    symlink(env!("CARGO_BIN_EXE_bunraku"), &link).expect("a link can be made");
    run(Command::new(link).args(arguments).env_remove("NO_COLOR"), "")
}

#[test]
fn unknown_commands_and_options_are_reported_in_puppets_words() {
    let unknown = puppet(&["nosuch"]);
    assert_eq!(
        (unknown.code, unknown.stderr.as_str()),
        (1, "\u{1b}[1;31mError: Unknown Puppet subcommand 'nosuch'\u{1b}[0m\n")
    );
    assert_eq!(unknown.stdout, "See 'puppet help' for help on available puppet subcommands\n");
    assert_eq!(bunraku(&["nosuch"]).stdout, "See 'bunraku help' for help on available bunraku subcommands\n");
    let option = "Error: Could not parse application options: invalid option: --nosuchopt";
    for arguments in [&["--nosuchopt"][..], &["apply", "--nosuchopt"], &["resource", "--nosuchopt"]] {
        let run = puppet(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{arguments:?}");
        assert_eq!(run.stderr, format!("\u{1b}[1;31m{option}\u{1b}[0m\n"), "{arguments:?}");
    }
    assert_eq!(puppet(&["apply", "--color=false", "--nosuchopt"]).stderr, format!("{option}\n"));
}

#[test]
fn the_program_knows_its_name() {
    assert_eq!(puppet(&["--version"]).stdout, "8.11.0\n");
    assert_eq!(puppet(&["apply", "-V"]).stdout, "8.11.0\n");
    assert!(bunraku(&["--version"]).stdout.starts_with("bunraku "));
    let nothing = puppet(&[]);
    assert_eq!(nothing.stdout, "See 'puppet help' for help on available puppet subcommands\n");
    assert_eq!(nothing.code, 0);
    assert!(puppet(&["apply", "--help"]).stdout.contains("Usage: puppet apply"));
    let help = bunraku(&["help"]);
    for command in ["apply", "describe", "report", "resource", "type"] {
        assert!(help.stdout.contains(&format!("\n  {command} ")), "{command}: {}", help.stdout);
    }
}

#[test]
fn a_link_named_puppet_does_the_same() {
    let run = puppet(&["resource", "--types"]);
    assert_eq!((run.code, run.stdout), (0, bunraku(&["resource", "--types"]).stdout));
    assert_eq!(puppet(&["describe", "nosuch"]).stdout, "Unknown type nosuch\n");
}
