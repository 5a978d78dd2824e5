//! `virtual`, `is_virtual`, `hypervisors`, `cloud`: what the machine runs on.
//!
//! Facter asks `virt-what`, `lspci` and `dmidecode`; what these would say is read from where they read it: the
//! processor, the firmware, and the list of PCI devices.

use pcore::Value;

use super::Core;
use crate::{
    record::{record, text},
    root::Root,
};

/// Parts of product names, and what is sold under them.
const PRODUCTS: [(&str, &str); 11] = [
    ("VMware", "vmware"),
    ("VirtualBox", "virtualbox"),
    ("Parallels", "parallels"),
    ("KVM", "kvm"),
    ("Virtual Machine", "hyperv"),
    ("RHEV Hypervisor", "rhev"),
    ("oVirt Node", "ovirt"),
    ("HVM domU", "xenhvm"),
    ("Bochs", "bochs"),
    ("OpenBSD", "vmm"),
    ("BHYVE", "bhyve"),
];

/// Platforms on which nothing is virtual.
const PHYSICAL: [&str; 6] = ["physical", "xen0", "vmware_server", "vmware_workstation", "openvzhn", "vserver_host"];

pub(super) fn is_virtual(platform: &str) -> bool {
    !PHYSICAL.contains(&platform)
}

/// What the machine runs on.
pub(super) fn platform(core: &Core<'_>) -> String {
    let (root, dmi) = (core.root, core.dmi());
    let vendor = dmi.get("bios_vendor").unwrap_or_default();
    let found = core
        .container()
        .map(|container| container.kind)
        .or_else(|| vendor.contains("Google").then_some("gce"))
        .or_else(|| hypervisor(core))
        .or_else(|| open_vz(root).map(|(kind, _)| kind))
        .or_else(|| virtual_server(root))
        .or_else(|| xen(root))
        .or_else(|| vendor.contains("Amazon EC2").then_some("kvm"))
        .or_else(|| product(dmi.get("product_name")))
        .or_else(|| pci(root));
    found.unwrap_or("physical").to_owned()
}

/// What `virt-what` would say: first what the processor says, then the firmware, then files.
fn hypervisor(core: &Core<'_>) -> Option<&'static str> {
    let (root, dmi) = (core.root, core.dmi());
    let signature = root.system.hypervisor();
    let signature = signature.as_deref().unwrap_or_default();
    let maker = dmi.get("sys_vendor").unwrap_or_default();
    let product = dmi.get("product_name").unwrap_or_default();
    if signature.starts_with("XenVMMXenVMM") {
        let first = root.word("/proc/xen/capabilities").is_some_and(|text| text.contains("control_d"));
        return Some(if first { "xen0" } else { "xenhvm" });
    }
    let of_maker = [
        (signature == "VMwareVMware" || maker.starts_with("VMware"), "vmware"),
        (maker == "innotek GmbH" || product == "VirtualBox", "virtualbox"),
        (maker.starts_with("Parallels"), "parallels"),
        (signature.starts_with("KVMKVMKVM"), "kvm"),
        (signature == "Microsoft Hv", "hyperv"),
        (signature.starts_with("bhyve"), "bhyve"),
        (signature.starts_with("TCGTCGTCG") || maker == "QEMU", "qemu"),
        (maker == "oVirt", "ovirt"),
        (root.text("/proc/sysinfo").is_some_and(|text| text.contains("VM00")), "zlinux"),
        (root.exists("/.dockerenv"), "docker"),
        (root.exists("/run/.containerenv"), "podman"),
    ];
    of_maker.into_iter().find_map(|(holds, name)| holds.then_some(name))
}

/// Whether this is OpenVZ, and the number of the container.
fn open_vz(root: &Root) -> Option<(&'static str, i64)> {
    if root.exists("/proc/lve/list") || root.names("/proc/vz").is_empty() {
        return None;
    }
    let id = status(root, "envID:")?;
    Some((if id == "0" { "openvzhn" } else { "openvzve" }, id.parse().unwrap_or_default()))
}

fn virtual_server(root: &Root) -> Option<&'static str> {
    let id = status(root, "s_context:").or_else(|| status(root, "VxID:"))?;
    Some(if id == "0" { "vserver_host" } else { "vserver" })
}

fn status(root: &Root, name: &str) -> Option<String> {
    let table = root.text("/proc/self/status")?;
    table.lines().find_map(|line| line.strip_prefix(name).map(|value| value.trim().to_owned()))
}

fn xen(root: &Root) -> Option<&'static str> {
    if root.exists("/dev/xen/evtchn") {
        return Some("xen0");
    }
    (root.exists("/proc/xen") || root.exists("/dev/xvda1")).then_some("xenu")
}

fn product(name: Option<String>) -> Option<&'static str> {
    let name = name?;
    PRODUCTS.iter().find(|(part, _)| name.contains(part)).map(|(_, kind)| *kind)
}

/// What `lspci` would show devices of.
fn pci(root: &Root) -> Option<&'static str> {
    root.names("/sys/bus/pci/devices").into_iter().find_map(|device| {
        let read = |file: &str| root.word(format!("/sys/bus/pci/devices/{device}/{file}"));
        match read("vendor")?.as_str() {
            "0x80ee" => Some("virtualbox"),
            "0x5853" => Some("xenhvm"),
            "0x1414" => Some("hyperv"),
            "0x1ae0" => Some("gce"),
            "0x15ad" => Some("vmware"),
            "0x1ab8" => Some("parallels"),
            // Devices of virtio; the same maker has others.
            "0x1af4" => read("device").filter(|device| device.starts_with("0x10")).map(|_| "kvm"),
            _ => None,
        }
    })
}

pub(super) fn hypervisors(core: &Core<'_>) -> Option<Value> {
    let (root, dmi) = (core.root, core.dmi());
    let vendor = dmi.get("bios_vendor").unwrap_or_default();
    let maker = dmi.get("sys_vendor").unwrap_or_default();
    let product = dmi.get("product_name").unwrap_or_default();
    let (asked, devices) = (hypervisor(core), pci(root));
    let empty = |holds: bool| holds.then(|| Value::hash([]));
    let is = |name: &str| asked == Some(name) || devices == Some(name);

    let cloud = [("Google", "google"), ("OpenStack", "openstack"), ("Amazon", "amazon")];
    let cloud = cloud.into_iter().find(|(name, _)| maker.starts_with(name));
    let kvm =
        is("kvm") || ["Amazon EC2", "Google"].iter().any(|name| vendor.contains(name)) || product.contains("OpenStack");
    let kvm = kvm.then(|| Value::hash(cloud.map(|(_, name)| (Value::from(name), Value::Boolean(true)))));
    let contained = |kind: &str| {
        let container = core.container().filter(|container| container.kind == kind)?;
        Some(Value::hash(container.name.iter().map(|(what, name)| (Value::from(*what), Value::from(name.as_str())))))
    };
    let openvz = open_vz(root)
        .and_then(|(kind, id)| record([("host", Some((kind == "openvzhn").into())), ("id", Some(id.into()))]));
    let platform = core.platform();
    let xen = platform.contains("xen").then(|| {
        let whole = self::product(dmi.get("product_name")) == Some("xenhvm") || devices == Some("xenhvm");
        let first = root.word("/proc/xen/capabilities").as_deref() == Some("control_d") || platform == "xen0";
        record([("context", text(Some(if whole { "hvm" } else { "pv" }))), ("privileged", Some(first.into()))])
    });
    record([
        ("docker", contained("docker")),
        ("hyperv", empty(maker.contains("Microsoft") || product == "Virtual Machine")),
        ("kvm", kvm),
        ("lxc", contained("lxc")),
        ("openvz", openvz),
        ("systemd_nspawn", contained("systemd_nspawn")),
        ("virtualbox", empty(is("virtualbox") || product == "VirtualBox")),
        ("vmware", empty(is("vmware") || product == "VMware" || maker == "VMware, Inc.")),
        ("xen", xen.flatten()),
    ])
}

/// The cloud provider. Facter asks a server on the network; the firmware contains it, too.
pub(super) fn cloud(core: &Core<'_>) -> Option<Value> {
    const AZURE: &str = "7783-7084-3265-9085-8269-3286-77";
    let dmi = core.dmi();
    let vendor = dmi.get("bios_vendor").unwrap_or_default();
    let provider = match core.platform() {
        "hyperv" => (dmi.get("chassis_asset_tag").as_deref() == Some(AZURE)).then_some("azure"),
        "kvm" | "xen" => vendor.contains("Amazon").then_some("aws"),
        "gce" => Some("gce"),
        _ => None,
    };
    record([("provider", text(provider))])
}
