//! Which texts define types of resources.

use super::extends;

#[test]
fn words_tell_which_files_are_meant() {
    for text in [
        "type account inherits Resource {",
        "type Account inherits Resource { }",
        "# An account.\ntype\n  ::Account   inherits\tUser {",
        "}type account inherits X",
        "$a = '#' type account inherits X",
        "type account /* of somebody */ inherits # them\n X",
        "type account inherits X { attr 'unclosed",
    ] {
        assert!(extends(text, "account"), "{text}");
    }
    for text in [
        "type Any::Account = Integer",
        "type Any::Account inherits Any::Thing { }",
        "type Account { }",
        "class account inherits x { }",
        "type Accounts inherits Resource { }",
        "# type account inherits Resource\ntype Any::Account = String # inherits",
        "inherits",
        "/* type account inherits Resource */ type Any::Account = Integer",
        "/*\ntype account inherits Resource\n*/",
        "$a = 'type account inherits Resource'",
        "typo account inherits Resource",
    ] {
        assert!(!extends(text, "account"), "{text}");
    }
}
