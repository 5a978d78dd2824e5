//! A physical machine with Debian: two sockets, a mapped disk, two networks.

use facts::{Facts, Link, Space};

use crate::{Fake, check, machine, with_legacy};

#[test]
fn the_distribution_is_debian() {
    let facts = Facts::read(&machine("debian"));
    for (name, expected) in [
        ("os.name", r#""Debian""#),
        ("os.family", r#""Debian""#),
        ("os.architecture", r#""amd64""#),
        ("os.hardware", r#""x86_64""#),
        ("os.release", r#"{"full":"12.05","major":"12","minor":"5"}"#),
        (
            "os.distro",
            concat!(
                r#"{"codename":"bookworm","description":"Debian GNU/Linux 12 (bookworm)","id":"Debian","#,
                r#""release":{"full":"12.05","major":"12","minor":"5"}}"#
            ),
        ),
        ("os.selinux", r#"{"enabled":false}"#),
        ("kernelrelease", r#""6.1.0-18-amd64""#),
        ("kernelversion", r#""6.1.0""#),
        ("kernelmajversion", r#""6.1""#),
        ("virtual", r#""physical""#),
        ("is_virtual", "false"),
        ("hypervisors", ""),
        ("cloud", ""),
    ] {
        check(&facts, name, expected);
    }
}

#[test]
fn the_hardware_is_counted() {
    let facts = Facts::read(&machine("debian"));
    let model = r#""Intel(R) Xeon(R) CPU E5-2620 v4 @ 2.10GHz""#;
    for (name, expected) in [
        ("processors.count", "4"),
        ("processors.physicalcount", "2"),
        ("processors.cores", "1"),
        ("processors.threads", "2"),
        ("processors.isa", r#""unknown""#),
        ("processors.models.3", model),
        ("processors.speed", r#""1.20 GHz""#),
        (
            "memory.system",
            concat!(
                r#"{"available":"5.72 GiB","available_bytes":6144000000,"capacity":"25.00%","total":"7.63 GiB","#,
                r#""total_bytes":8192000000,"used":"1.91 GiB","used_bytes":2048000000}"#
            ),
        ),
        ("memory.swap.capacity", r#""25.00%""#),
        ("load_averages", r#"{"15m":0.59,"1m":0.52,"5m":0.58}"#),
        ("system_uptime", r#"{"days":2,"hours":50,"seconds":180123,"uptime":"2 days"}"#),
        ("filesystems", r#""btrfs,ext4,xfs""#),
        ("dmi.chassis.type", r#""Rack Mount Chassis""#),
        ("dmi.manufacturer", r#""Dell Inc.""#),
        ("dmi.board", ""),
    ] {
        check(&facts, name, expected);
    }
}

#[test]
fn disks_partitions_and_mounts_belong_together() {
    let space = Space { total: 1 << 30, free: 1 << 29, available: 1 << 28 };
    let facts = Facts::read(&machine("debian").with_system(Fake { space: Some(space), ..Fake::default() }));
    check(
        &facts,
        "disks",
        concat!(
            r#"{"sda":{"model":"SAMSUNG MZ7LH480","serial":"S45PNA0M123456","size":"447.13 GiB","#,
            r#""size_bytes":480103981056,"type":"ssd","vendor":"ATA","wwn":"0x5002538e40000000"}}"#
        ),
    );
    check(
        &facts,
        "partitions",
        concat!(
            r#"{"/dev/loop0":{"backing_file":"/srv/image.iso","size":"1.00 MiB","size_bytes":1048576},"#,
            r#""/dev/mapper/vg-root":{"filesystem":"ext4","mount":"/","size":"446.63 GiB","#,
            r#""size_bytes":479565185024,"uuid":"0a1b2c3d-0000-4000-8000-000000000002"},"#,
            r#""/dev/sda1":{"filesystem":"ext4","label":"boot disk","mount":"/boot","partuuid":"1234abcd-01","#,
            r#""size":"512.00 MiB","size_bytes":536870912,"uuid":"0a1b2c3d-0000-4000-8000-000000000001"}}"#
        ),
    );
    check(
        &facts,
        "mountpoints./",
        concat!(
            r#"{"available":"256.00 MiB","available_bytes":268435456,"capacity":"66.67%","#,
            r#""device":"/dev/mapper/vg-root","filesystem":"ext4","options":["rw","relatime","errors=remount-ro"],"#,
            r#""size":"1.00 GiB","size_bytes":1073741824,"used":"512.00 MiB","used_bytes":536870912}"#
        ),
    );
    // Nobody says how large it is.
    check(&facts, "mountpoints./mnt/my share.capacity", r#""100%""#);
    let paths: Vec<&str> =
        facts.get("mountpoints").unwrap().as_hash().unwrap().keys().filter_map(pcore::Value::as_str).collect();
    assert_eq!(paths, ["/", "/boot", "/mnt/my share", "/run"]);
}

#[test]
fn the_network_is_read_from_files_where_no_kernel_answers() {
    let facts = Facts::read(&machine("debian"));
    for (name, expected) in [
        ("networking.hostname", r#""web1""#),
        ("networking.fqdn", r#""web1.example.com""#),
        ("networking.domain", r#""example.com""#),
        ("networking.primary", r#""eno1""#),
        ("networking.ip", r#""192.0.2.10""#),
        ("networking.netmask", r#""255.255.255.0""#),
        ("networking.network", r#""192.0.2.0""#),
        ("networking.ip6", r#""2001:db8::10""#),
        ("networking.dhcp", r#""192.0.2.1""#),
        ("networking.mac", r#""3c:ec:ef:00:00:01""#),
        (
            "networking.interfaces.eno2",
            concat!(
                r#"{"bindings":[{"address":"10.1.2.3","netmask":"255.0.0.0","network":"10.0.0.0"}],"ip":"10.1.2.3","#,
                r#""mac":"3c:ec:ef:00:00:02","mtu":9000,"netmask":"255.0.0.0","network":"10.0.0.0"}"#
            ),
        ),
        (
            "networking.interfaces.eno1.bindings6.1",
            concat!(
                r#"{"address":"fe80::3eec:efff:fe00:1","netmask":"ffff:ffff:ffff:ffff::","network":"fe80::","#,
                r#""scope6":"link","flags":["tentative","permanent"]}"#
            ),
        ),
        ("networking.interfaces.lo.mac", ""),
    ] {
        check(&facts, name, expected);
    }
}

#[test]
fn the_kernel_is_asked_where_there_is_one() {
    let link = Link {
        index: 5,
        name: String::from("wg0"),
        mtu: Some(1420),
        addresses: vec![("169.254.1.1".parse().unwrap(), 16), ("198.51.100.7".parse().unwrap(), 32)],
        ..Link::default()
    };
    let fake = Fake { links: Some(vec![link]), ..Fake::default() };
    let facts = Facts::read(&machine("debian").with_system(fake));
    // An address that means something elsewhere is preferred.
    check(&facts, "networking.interfaces.wg0.ip", r#""198.51.100.7""#);
    check(&facts, "networking.interfaces.wg0.netmask", r#""255.255.255.255""#);
    check(&facts, "networking.interfaces.eno1", "");
}

#[test]
fn a_user_has_a_name_and_a_group() {
    let facts = Facts::read(&machine("debian").with_system(Fake { user: Some(1000), ..Fake::default() }));
    check(&facts, "identity", r#"{"gid":1001,"group":"staff","privileged":false,"uid":1000,"user":"alice"}"#);
    let facts = Facts::read(&machine("debian").with_system(Fake { user: Some(4711), ..Fake::default() }));
    check(&facts, "identity", r#"{"privileged":false,"uid":4711}"#);
}

#[test]
fn keys_have_fingerprints() {
    // Those that ssh-keygen -r tells.
    let facts = with_legacy(&machine("debian"));
    let sha1 = "SSHFP 4 1 568be87a0fbb623a91793addce529ff4c254abd3";
    let sha256 = "SSHFP 4 2 66402c9468c58941dd19ffd650bf2b42f9226f83d3bd06ad515d0e5104a77020";
    check(&facts, "ssh.ed25519.fingerprints", &format!(r#"{{"sha1":"{sha1}","sha256":"{sha256}"}}"#));
    check(&facts, "ssh.ed25519.type", r#""ssh-ed25519""#);
    check(&facts, "sshfp_ed25519", &format!(r#""{sha1}\n{sha256}""#));
}

#[test]
fn flat_names_are_there_when_they_are_wanted() {
    check(&Facts::read(&machine("debian")), "osfamily", "");
    let facts = with_legacy(&machine("debian"));
    for (name, expected) in [
        ("osfamily", r#""Debian""#),
        ("operatingsystemmajrelease", r#""12""#),
        ("lsbdistid", r#""Debian""#),
        ("lsbdistcodename", r#""bookworm""#),
        ("lsbminordistrelease", r#""5""#),
        ("interfaces", r#""eno1,eno2,lo""#),
        ("ipaddress", r#""192.0.2.10""#),
        ("ipaddress_eno2", r#""10.1.2.3""#),
        ("mtu_lo", "65536"),
        ("scope6_eno1", r#""global""#),
        ("dhcp_servers", r#"{"system":"192.0.2.1","eno1":"192.0.2.1"}"#),
        ("memorysize_mb", "7812.5"),
        ("swapsize", r#""976.56 MiB""#),
        ("processor3", r#""Intel(R) Xeon(R) CPU E5-2620 v4 @ 2.10GHz""#),
        ("processorcount", "4"),
        ("blockdevices", r#""sda""#),
        ("blockdevice_sda_size", "480103981056"),
        ("manufacturer", r#""Dell Inc.""#),
        ("uptime_days", "2"),
        ("selinux", "false"),
        ("fqdn", r#""web1.example.com""#),
    ] {
        check(&facts, name, expected);
    }
}

#[test]
fn external_facts_and_variables_are_facts() {
    let facts = Facts::read(&machine("debian").with_variable("PATH", "/bin").with_variable("FACTER_os", "mine"));
    check(&facts, "role", r#""web""#);
    check(&facts, "path", r#""/bin""#);
    check(&facts, "os", r#""mine""#);
    assert!(facts.warnings().is_empty(), "{:?}", facts.warnings());
}
