//! The Ruby host alone: Ruby programs start it as the runtime does and speak the protocol with it, one line a message.
//!
//! Each program is one test. What the real Puppet and the real Facter answer is recorded beside them by
//! `oracle/ruby_host.rb`.

use std::{path::Path, process::Command};

/// Runs a program of this folder and fails with what it printed.
fn passes(program: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ruby_host");
    let output = Command::new("ruby").arg(folder.join(program)).output();
    let output = output.expect("these tests need ruby in PATH");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{program}:\n{printed}{}", String::from_utf8_lossy(&output.stderr));
    // A program that checks nothing would succeed, too.
    assert!(printed.contains(" passed, 0 failed") && !printed.contains("\n0 passed"), "{program}:\n{printed}");
}

#[test]
fn a_host_lives_and_serves() {
    passes("basics.rb");
}

#[test]
fn providers_get_what_they_expect() {
    passes("providers.rb");
}

#[test]
fn providers_that_misbehave_hurt_only_themselves() {
    passes("faults.rb");
}

#[test]
fn the_surface_answers_as_puppet_does() {
    passes("compare.rb");
}

// Requirement: CMD-21, CMD-22, CMD-23, CMD-24, CMD-26, CMD-27, CMD-28, CMD-29, CMD-51
#[test]
fn commands_and_requests_work() {
    passes("commands.rb");
}

// Requirement: TR-10, TR-14, TR-16, TR-30, TR-31, TR-32, TR-33, TR-34, TR-40, TR-41, VER-22, VER-23
#[test]
fn transports_and_types_work() {
    passes("surface.rb");
}

#[test]
fn functions_and_facts_work() {
    passes("functions.rb");
}
