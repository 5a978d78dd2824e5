use super::{Version, VlanLine, features, version, vlans};

const TABLE: &str = "
VLAN Name                             Status    Ports
---- -------------------------------- --------- -------------------------------
1    default                          active    Eth1/1, Eth1/2
                                                Eth1/3
20   a-name-of-thirty-two-characters- suspended 
";

#[test]
fn a_table_of_vlans_is_read_by_its_columns() {
    let line = |id: &str, name: &str, is_suspended| VlanLine { id: id.into(), name: name.into(), is_suspended };
    let expected = vec![line("1", "default", false), line("20", "a-name-of-thirty-two-characters-", true)];
    assert_eq!(vlans(TABLE), Some(expected));
}

#[test]
fn what_is_no_table_is_not_read_as_an_empty_one() {
    for text in ["", "% Invalid", "VLAN Name   Status\n", "VLAN Name \n---- ----\n", "VLAN Name \n- - -\nä ö ü\n"] {
        assert_eq!(vlans(text), None, "{text:?}");
    }
    let (half, _) = TABLE.split_at(TABLE.len() - 12);
    assert_eq!(vlans(half), None, "a line that was cut");
    assert_eq!(features("no configuration"), None);
    assert_eq!(version("NXOS: version 9.3(5)"), None);
}

#[test]
fn features_and_versions_are_read() {
    assert_eq!(features("version 9\nfeature lacp\nfeature ssh\n"), Some(vec!["lacp".into(), "ssh".into()]));
    let text = "  NXOS: version 9.3(5)\nHardware\n  cisco Nexus9000 C9300v Chassis\n  Processor Board ID 9X\n";
    let expected = Version { release: "9.3(5)".into(), model: "C9300v".into(), serial: "9X".into() };
    assert_eq!(version(text), Some(expected));
}
