use resource_api::log::Level;

use super::*;

#[test]
fn definitions_have_no_warnings() {
    for resource_type in all().iter() {
        let definition = resource_type.definition();
        let warnings = definition.messages().iter().filter(|(level, _)| *level > Level::Debug);
        assert_eq!(warnings.count(), 0, "{}: {:?}", definition.name(), definition.messages());
        definition.check_usable().unwrap();
    }
}

#[test]
fn every_type_is_registered_in_alphabetical_order() {
    let names: Vec<String> = all().iter().map(|known| known.definition().name().to_string()).collect();
    let expected = "anchor concat_file concat_fragment cron exec file file_line filebucket group host ini_setting \
                    ini_subsetting mount notify package resources schedule service ssh_authorized_key stage sysctl user";
    assert_eq!(names.join(" "), expected);
    assert!(all().names().eq(&names), "each is registered by its name");
}

#[test]
fn no_map_has_a_hash_without_a_key() {
    // The keys come from files of other users, who could choose many that collide in `rustc_hash`. Maps here are those of
    // `pcore::keyed`.
    for dependency in ["rustc-hash", "indexmap"] {
        assert!(!include_str!("../Cargo.toml").contains(dependency), "{dependency}");
    }
}
