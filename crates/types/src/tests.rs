use resource_api::log::Level;

use super::*;

#[test]
fn there_is_nothing_to_say_about_the_definitions() {
    for resource_type in all().iter() {
        let definition = resource_type.definition();
        let doubts = definition.messages().iter().filter(|(level, _)| *level > Level::Debug);
        assert_eq!(doubts.count(), 0, "{}: {:?}", definition.name(), definition.messages());
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
