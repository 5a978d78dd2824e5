//! A guest with Rocky Linux: SELinux, no swap, a configuration of its own.

use facts::{Facts, Options};

use crate::{Fake, check, machine};

#[test]
fn a_distribution_that_is_like_red_hat_is_read_like_it() {
    let facts = Facts::read(&machine("rocky"));
    for (name, expected) in [
        ("os.name", r#""Rocky""#),
        ("os.family", r#""RedHat""#),
        ("os.architecture", r#""x86_64""#),
        ("os.release", r#"{"full":"9.3","major":"9","minor":"3"}"#),
        ("os.distro.id", r#""Rocky""#),
        ("os.distro.description", r#""Rocky Linux release 9.3 (Blue Onyx)""#),
        (
            "os.selinux",
            concat!(
                r#"{"config_mode":"enforcing","config_policy":"targeted","current_mode":"enforcing","enabled":true,"#,
                r#""enforced":true,"policy_version":"33"}"#
            ),
        ),
        ("processors", r#"{"isa":"x86_64"}"#),
        ("fips_enabled", "true"),
        ("memory.swap", ""),
        // Old kernels do not say what is available.
        ("memory.system.available_bytes", "3072000000"),
        ("networking.hostname", r#""db1""#),
        ("networking.domain", r#""example.org""#),
        ("networking.fqdn", r#""db1.example.org""#),
        ("mountpoints./.device", r#""/dev/vda2""#),
        ("system_uptime.uptime", r#""1 day""#),
        ("aio_agent_version", r#""8.11.0.3""#),
        ("dmi.chassis.type", r#""Other""#),
    ] {
        check(&facts, name, expected);
    }
}

#[test]
fn a_guest_is_known_by_its_product_its_devices_or_its_processor() {
    let facts = Facts::read(&machine("rocky"));
    check(&facts, "virtual", r#""kvm""#);
    check(&facts, "is_virtual", "true");
    check(&facts, "hypervisors", r#"{"kvm":{}}"#);
    for (signature, expected) in [
        ("VMwareVMware", r#""vmware""#),
        ("Microsoft Hv", r#""hyperv""#),
        ("XenVMMXenVMM", r#""xenhvm""#),
        ("KVMKVMKVM", r#""kvm""#),
    ] {
        let fake = Fake { hypervisor: Some(signature), ..Fake::default() };
        check(&Facts::read(&machine("rocky").with_system(fake)), "virtual", expected);
    }
}

#[test]
fn what_is_blocked_is_not_there_unless_it_is_wanted() {
    let facts = Facts::read(&machine("rocky"));
    for name in ["load_averages", "os.distro.codename", "password"] {
        check(&facts, name, "");
    }
    let facts = Facts::read_with(&machine("rocky"), &Options { block: false, ..Options::default() });
    check(&facts, "os.distro.codename", r#""Blue Onyx""#);
    check(&facts, "password", r#""hidden""#);
}

#[test]
fn dots_make_structures_where_the_configuration_says_so() {
    let facts = Facts::read(&machine("rocky"));
    check(&facts, "site", r#"{"room":12,"rack":"b"}"#);
    check(&facts, "timezone", r#""Mars""#);
}
