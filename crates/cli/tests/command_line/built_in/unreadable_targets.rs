//! A file that cannot be read fails only its own resources, with the reason.

use super::Sandbox;

/// Applies three resources, the second of which is in an unreadable file, and asserts that the others are written.
#[track_caller]
fn assert_alone(kind: &str, before: &str, attributes: &str) {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.files().join("folder")).unwrap();
    let resource = |name: &str, target: &str, ensure: &str| {
        format!("{kind} {{ '{before}{name}': ensure => {ensure}, target => '%D/{target}', {attributes} }}\n")
    };
    let manifest = |ensure: &str| {
        resource("one", "file", "present") + &resource("two", "folder", ensure) + &resource("three", "file", "present")
    };
    let run = sandbox.apply(&manifest("present"), &[]);
    assert_eq!(run.code, 6, "{kind}: {}{}", run.stdout, run.stderr);
    let errors: Vec<&str> = run.stderr.lines().filter(|line| line.starts_with("Error: ")).collect();
    assert!(errors.iter().all(|line| line.contains("/W/folder")), "{kind}: {errors:#?}");
    let names = |line: &&&str| line.contains("one]") || line.contains("three]");
    assert_eq!(errors.iter().find(names), None, "{kind}: the others have no part in it");
    let text = sandbox.read("file");
    assert!(text.contains("one") && text.contains("three"), "{kind}: {text}");
    // Absence cannot be determined in an unreadable file.
    let run = sandbox.apply(&manifest("absent"), &[]);
    assert_eq!(run.code, 4, "{kind}: {}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("/W/folder"), "{kind}: {}", run.stderr);
}

#[test]
fn hosts_mounts_and_kernel_parameters_fail_alone() {
    assert_alone("host", "", "ip => '10.0.0.1'");
    assert_alone("mount", "/", "device => 'x', fstype => 'ext4'");
    assert_alone("sysctl", "", "value => '1', apply => false");
}
