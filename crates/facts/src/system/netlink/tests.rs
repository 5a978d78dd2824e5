use super::*;

/// A message of a kind.
fn message(kind: u16, body: &[u8]) -> Vec<u8> {
    let mut bytes = ((MESSAGE_HEADER + body.len()) as u32).to_ne_bytes().to_vec();
    bytes.extend(kind.to_ne_bytes());
    bytes.resize(MESSAGE_HEADER, 0);
    bytes.extend(body);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

fn attribute(kind: u16, value: &[u8]) -> Vec<u8> {
    let mut bytes = ((4 + value.len()) as u16).to_ne_bytes().to_vec();
    bytes.extend(kind.to_ne_bytes());
    bytes.extend(value);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

fn link_body() -> Vec<u8> {
    let mut body = vec![0; LINK_HEADER];
    body[4..8].copy_from_slice(&7_u32.to_ne_bytes());
    body.extend(attribute(3, b"eth0\0"));
    body.extend(attribute(1, &[2, 0, 0, 0, 0, 0xab]));
    body.extend(attribute(4, &1500_u32.to_ne_bytes()));
    body
}

#[test]
fn an_interface_is_read_from_its_message() {
    let packet = message(NEW_LINK, &link_body());
    let found: Vec<Link> = messages(&packet).filter_map(|(_, body)| link(body)).collect();
    let expected = Link {
        index: 7,
        name: String::from("eth0"),
        address: Some(String::from("02:00:00:00:00:ab")),
        mtu: Some(1500),
        ..Link::default()
    };
    assert_eq!(found, [expected]);
}

#[test]
fn the_local_end_of_a_tunnel_is_its_address() {
    let mut body = vec![2, 24, 0, 0];
    body.extend(7_u32.to_ne_bytes());
    body.extend(attribute(1, &[10, 0, 0, 2]));
    body.extend(attribute(2, &[10, 0, 0, 1]));
    let found = address(&body).unwrap();
    assert_eq!((found.address, found.length), (IpAddr::from([10, 0, 0, 1]), 24));
}

#[test]
fn a_packet_that_lies_about_its_length_is_read_as_far_as_it_is_true() {
    let whole = message(NEW_LINK, &link_body());
    for cut in 0..whole.len() {
        let _ = messages(&whole[..cut]).filter_map(|(_, body)| link(body)).count();
        let mut lying = whole.clone();
        lying[cut] = 0xff;
        let _ = messages(&lying).filter_map(|(_, body)| link(body)).count();
        let mut short = whole.clone();
        short[cut] = 1;
        assert!(messages(&short).filter_map(|(_, body)| link(body)).count() <= 1);
    }
}

#[test]
fn this_machine_has_an_interface() {
    assert!(links().unwrap().iter().any(|link| link.name == "lo"));
}
