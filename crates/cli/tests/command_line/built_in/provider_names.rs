//! Names of providers that only Puppet has, and of unknown ones.

use super::Sandbox;

/// Puppet 7.23 has the same message up to the colon, and exits with 6.
#[test]
fn a_provider_that_only_puppet_has_fails_its_resource_alone() {
    let sandbox = Sandbox::new();
    let run = sandbox.apply(
        "package { 'x': provider => 'puppet_gem', noop => true }
         package { 'y': provider => 'yum' }
         service { 'y': provider => 'upstart', ensure => running }
         user { 'z': provider => 'ldap', ensure => present }
         group { 'g': provider => 'ldap', ensure => present }
         mount { '/m': provider => 'aix' }
         exec { '/bin/true': provider => windows }
         file { '/f': provider => windows, ensure => present }
         file { '%D/later': content => 'x', require => Package['y'] }
         file { '%D/made': content => 'x' }",
        &[],
    );
    let references = [
        ("Package[x]", "puppet_gem"),
        ("Package[y]", "yum"),
        ("Service[y]", "upstart"),
        ("User[z]", "ldap"),
        ("Group[g]", "ldap"),
        ("Mount[/m]", "aix"),
        ("Exec[/bin/true]", "windows"),
        ("File[/f]", "windows"),
    ];
    for (reference, provider) in references {
        let expected =
            format!("Error: /Stage[main]/Main/{reference}: Provider {provider} is not functional on this host: ");
        assert!(run.stderr.contains(&expected), "{reference}: {}", run.stderr);
    }
    assert_eq!((run.code, sandbox.read("made").as_str()), (6, "x"), "{}{}", run.stdout, run.stderr);
    assert!(!sandbox.files().join("later").exists());
    assert!(run.stderr.contains("File[") && run.stderr.contains("Skipping because of failed dependencies"));
}

/// Puppet refuses it when it reads the catalog, and exits with 1.
#[test]
fn an_unknown_provider_stops_the_run_before_any_change() {
    for (type_name, more) in [("package", ""), ("service", ""), ("user", ""), ("exec", "command => '/bin/true',")] {
        let sandbox = Sandbox::new();
        let manifest = format!("file {{ '%D/made': content => 'x' }} {type_name} {{ 'x': {more} provider => 'fish' }}");
        let run = sandbox.apply(&manifest, &[]);
        let expected = format!("Invalid {type_name} provider 'fish'; it is one of: ");
        assert!(run.stderr.contains(&expected), "{}", run.stderr);
        assert_eq!(run.code, 1);
        assert!(!sandbox.files().join("made").exists());
    }
}
