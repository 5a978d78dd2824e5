//! Legacy facts with flat names: `osfamily`, `ipaddress_eth0`, `memorysize_mb`.

use pcore::{Hash, Value};

use crate::{core::Core, facts::part};

/// Names, and the parts of structured facts that they are equal to.
const NAMES: &[(&str, &str)] = &[
    ("architecture", "os.architecture"),
    ("augeasversion", "augeas.version"),
    ("bios_release_date", "dmi.bios.release_date"),
    ("bios_vendor", "dmi.bios.vendor"),
    ("bios_version", "dmi.bios.version"),
    ("boardassettag", "dmi.board.asset_tag"),
    ("boardmanufacturer", "dmi.board.manufacturer"),
    ("boardproductname", "dmi.board.product"),
    ("boardserialnumber", "dmi.board.serial_number"),
    ("chassisassettag", "dmi.chassis.asset_tag"),
    ("chassistype", "dmi.chassis.type"),
    ("domain", "networking.domain"),
    ("fqdn", "networking.fqdn"),
    ("gid", "identity.group"),
    ("hardwareisa", "processors.isa"),
    ("hardwaremodel", "os.hardware"),
    ("hostname", "networking.hostname"),
    ("id", "identity.user"),
    ("ipaddress", "networking.ip"),
    ("ipaddress6", "networking.ip6"),
    ("macaddress", "networking.mac"),
    ("manufacturer", "dmi.manufacturer"),
    ("memoryfree", "memory.system.available"),
    ("memorysize", "memory.system.total"),
    ("netmask", "networking.netmask"),
    ("netmask6", "networking.netmask6"),
    ("network", "networking.network"),
    ("network6", "networking.network6"),
    ("operatingsystem", "os.name"),
    ("operatingsystemmajrelease", "os.release.major"),
    ("operatingsystemrelease", "os.release.full"),
    ("osfamily", "os.family"),
    ("physicalprocessorcount", "processors.physicalcount"),
    ("processorcount", "processors.count"),
    ("productname", "dmi.product.name"),
    ("scope6", "networking.scope6"),
    ("selinux", "os.selinux.enabled"),
    ("selinux_config_mode", "os.selinux.config_mode"),
    ("selinux_config_policy", "os.selinux.config_policy"),
    ("selinux_current_mode", "os.selinux.current_mode"),
    ("selinux_enforced", "os.selinux.enforced"),
    ("selinux_policyversion", "os.selinux.policy_version"),
    ("serialnumber", "dmi.product.serial_number"),
    ("swapfree", "memory.swap.available"),
    ("swapsize", "memory.swap.total"),
    ("uptime", "system_uptime.uptime"),
    ("uptime_days", "system_uptime.days"),
    ("uptime_hours", "system_uptime.hours"),
    ("uptime_seconds", "system_uptime.seconds"),
    ("uuid", "dmi.product.uuid"),
];

/// Names of the legacy facts of every interface, and the parts of its fact that they are equal to.
const OF_INTERFACES: [(&str, &str); 9] = [
    ("ipaddress", "ip"),
    ("ipaddress6", "ip6"),
    ("macaddress", "mac"),
    ("mtu", "mtu"),
    ("netmask", "netmask"),
    ("netmask6", "netmask6"),
    ("network", "network"),
    ("network6", "network6"),
    ("scope6", "scope6"),
];

/// Whether a legacy fact has that name.
pub(crate) fn is_known(name: &str) -> bool {
    NAMES.iter().any(|(known, _)| *known == name)
}

/// The flat facts that follow from the structured ones.
pub(crate) fn facts(core: &Core<'_>, values: &Hash) -> Vec<(String, Value)> {
    let aliases = NAMES.iter().filter_map(|(name, path)| Some(((*name).to_owned(), part(values, path)?.clone())));
    let mut facts: Vec<(String, Value)> = aliases.collect();
    megabytes(values, &mut facts);
    devices(values, &mut facts);
    keys(values, &mut facts);
    if values.get_str("networking").is_some() {
        interfaces(core, &mut facts);
    }
    if values.get_str("os").is_some() {
        standard_base(core, &mut facts);
    }
    let models = part(values, "processors.models").and_then(Value::as_array).unwrap_or_default();
    facts.extend(models.iter().enumerate().map(|(index, model)| (format!("processor{index}"), model.clone())));
    facts
}

fn megabytes(values: &Hash, facts: &mut Vec<(String, Value)>) {
    for (name, path) in [
        ("memoryfree_mb", "memory.system.available_bytes"),
        ("memorysize_mb", "memory.system.total_bytes"),
        ("swapfree_mb", "memory.swap.available_bytes"),
        ("swapsize_mb", "memory.swap.total_bytes"),
    ] {
        if let Some(bytes) = part(values, path).and_then(Value::as_integer) {
            #[expect(clippy::cast_precision_loss, reason = "Facter has a float here")]
            let megabytes = bytes as f64 / f64::from(1 << 20);
            facts.push((name.to_owned(), megabytes.into()));
        }
    }
}

fn devices(values: &Hash, facts: &mut Vec<(String, Value)>) {
    let Some(disks) = values.get_str("disks").and_then(Value::as_hash) else { return };
    let names: Vec<&str> = disks.keys().filter_map(Value::as_str).collect();
    facts.push((String::from("blockdevices"), names.join(",").into()));
    for (name, disk) in names.iter().zip(disks.values()) {
        for (flat, key) in [("model", "model"), ("size", "size_bytes"), ("vendor", "vendor")] {
            let value = disk.as_hash().and_then(|disk| disk.get_str(key));
            facts.extend(value.map(|value| (format!("blockdevice_{name}_{flat}"), value.clone())));
        }
    }
}

fn keys(values: &Hash, facts: &mut Vec<(String, Value)>) {
    let keys = values.get_str("ssh").and_then(Value::as_hash);
    for (name, key) in keys.into_iter().flat_map(Hash::iter) {
        let (Some(name), Some(key)) = (name.as_str(), key.as_hash()) else { continue };
        let text = |path: &str| part(key, path).and_then(Value::as_str).unwrap_or_default();
        let fingerprints = format!("{}\n{}", text("fingerprints.sha1"), text("fingerprints.sha256"));
        facts.push((format!("ssh{name}key"), text("key").into()));
        facts.push((format!("sshfp_{name}"), fingerprints.into()));
    }
}

fn interfaces(core: &Core<'_>, facts: &mut Vec<(String, Value)>) {
    let networking = core.networking();
    let interfaces = &networking.interfaces;
    if interfaces.is_empty() {
        return;
    }
    let interfaces: Vec<(&str, Hash)> = interfaces.iter().map(|one| (one.name.as_str(), one.fact())).collect();
    let names: Vec<&str> = interfaces.iter().map(|(name, _)| *name).collect();
    facts.push((String::from("interfaces"), names.join(",").into()));
    for (flat, part) in OF_INTERFACES {
        let known = interfaces.iter().filter_map(|(name, fact)| Some((*name, fact.get_str(part)?.clone())));
        facts.extend(known.map(|(name, value)| (format!("{flat}_{name}"), value)));
    }
    // The server of the whole machine comes first, even if there is none.
    let dhcp = |fact: &Hash| fact.get_str("dhcp").cloned();
    let machine = networking.primary().and_then(|primary| dhcp(&primary.fact())).unwrap_or_default();
    let servers = interfaces.iter().filter_map(|(name, fact)| Some((Value::from(*name), dhcp(fact)?)));
    let servers = [(Value::from("system"), machine)].into_iter().chain(servers);
    facts.push((String::from("dhcp_servers"), Value::hash(servers)));
}

/// What the Linux Standard Base would say.
fn standard_base(core: &Core<'_>, facts: &mut Vec<(String, Value)>) {
    let release = core.release();
    let version = release.standard_version();
    let lsb = release.lsb();
    let texts = [
        ("lsbdistcodename", lsb.and_then(|lsb| lsb.codename.clone())),
        ("lsbdistdescription", lsb.and_then(|lsb| lsb.description.clone())),
        ("lsbdistid", lsb.and_then(|lsb| lsb.id.clone())),
        ("lsbdistrelease", version.as_ref().map(|version| version.full.clone())),
        ("lsbmajdistrelease", version.as_ref().and_then(|version| version.major.clone())),
        ("lsbminordistrelease", version.as_ref().and_then(|version| version.minor.clone())),
    ];
    facts.extend(texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), Value::from(text?)))));
}
