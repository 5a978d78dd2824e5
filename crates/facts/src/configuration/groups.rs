//! Names for several facts at once, as `facter.conf` may use them.

/// The groups, and their facts separated by blanks.
pub(super) const GROUPS: &[(&str, &str)] = &[
    ("EC2", "ec2_metadata ec2_userdata"),
    ("GCE", "gce"),
    ("Xen", "xen xendomains"),
    ("augeas", "augeas augeasversion"),
    (
        "desktop management interface",
        "dmi bios_vendor bios_version bios_release_date boardassettag boardmanufacturer boardproductname \
         boardserialnumber chassisassettag manufacturer productname serialnumber uuid chassistype",
    ),
    ("disks", "blockdevices disks"),
    ("file system", "mountpoints filesystems partitions"),
    ("fips", "fips_enabled"),
    ("hypervisors", "hypervisors"),
    ("id", "id gid identity"),
    ("kernel", "kernel kernelversion kernelrelease kernelmajversion"),
    ("load_average", "load_averages"),
    (
        "memory",
        "memory memoryfree memoryfree_mb memorysize memorysize_mb swapfree swapfree_mb swapsize \
         swapsize_mb swapencrypted",
    ),
    (
        "networking",
        "networking hostname ipaddress ipaddress6 netmask netmask6 network network6 scope6 macaddress \
         interfaces domain fqdn dhcp_servers",
    ),
    (
        "operating system",
        "os operatingsystem osfamily operatingsystemrelease operatingsystemmajrelease hardwaremodel \
         architecture lsbdistid lsbdistrelease lsbdistcodename lsbdistdescription lsbmajdistrelease \
         lsbminordistrelease lsbrelease selinux selinux_enforced selinux_policyversion \
         selinux_current_mode selinux_config_mode selinux_config_policy",
    ),
    ("path", "path"),
    ("processor", "processors processorcount physicalprocessorcount hardwareisa"),
    ("ssh", "ssh sshdsakey sshrsakey sshecdsakey sshed25519key sshfp_dsa sshfp_rsa sshfp_ecdsa sshfp_ed25519"),
    ("timezone", "timezone"),
    ("uptime", "system_uptime uptime uptime_days uptime_hours uptime_seconds"),
    ("virtualization", "virtual is_virtual cloud"),
];
