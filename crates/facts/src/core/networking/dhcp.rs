//! Which server gave an interface its address, as the files of DHCP clients say.

use crate::{root::Root, system::Link};

const DIRECTORIES: [&str; 5] =
    ["/var/lib/dhclient", "/var/lib/dhcp", "/var/lib/dhcp3", "/var/lib/NetworkManager", "/var/db"];

pub(super) fn server(root: &Root, link: &Link) -> Option<String> {
    let lease = root.text(format!("/run/systemd/netif/leases/{}", link.index));
    lease
        .as_deref()
        .and_then(server_address)
        .or_else(|| dhclient(root, &link.name))
        .or_else(|| manager(root, &link.name))
}

fn server_address(lease: &str) -> Option<String> {
    lease.lines().find_map(|line| line.split_once("SERVER_ADDRESS=").map(|(_, address)| address.to_owned()))
}

fn dhclient(root: &Root, interface: &str) -> Option<String> {
    let is_lease = |name: &String| name.split_once("dhclient").is_some_and(|(_, rest)| rest.contains(".lease"));
    DIRECTORIES.iter().find_map(|directory| {
        root.names(directory).into_iter().filter(is_lease).find_map(|name| {
            let lease = root.text(format!("{directory}/{name}"))?;
            let of_interface =
                |line: &str| line.split_once("interface").is_some_and(|(_, rest)| rest.contains(interface));
            if !lease.lines().any(of_interface) {
                return None;
            }
            lease.lines().find_map(|line| {
                let (_, address) = line.split_once("dhcp-server-identifier ")?;
                let address = address.trim().trim_end_matches(';');
                address.parse::<std::net::Ipv4Addr>().is_ok().then(|| address.to_owned())
            })
        })
    })
}

fn manager(root: &Root, interface: &str) -> Option<String> {
    const DIRECTORY: &str = "/var/lib/NetworkManager";
    let ending = format!("{interface}.lease");
    let name = root.names(DIRECTORY).into_iter().find(|name| name.contains("internal") && name.ends_with(&ending))?;
    server_address(&root.text(format!("{DIRECTORY}/{name}"))?)
}
