use super::fixture;

#[test]
fn a_class_is_in_the_file_that_is_named_after_it() {
    let mut fixture = fixture(&[
        ("modules/web/manifests/init.pp", "class web {}"),
        ("modules/web/manifests/mod/ssl.pp", "class web::mod::ssl {}"),
        ("modules/web/manifests/vhost.pp", "define web::vhost($port) {}"),
    ]);
    assert!(fixture.has_class("web"));
    assert!(fixture.has_class("web::mod::ssl"));
    assert!(fixture.has_define("web::vhost"));
    assert!(!fixture.has_class("web::vhost") && !fixture.has_define("web") && !fixture.has_class("other"));
}

#[test]
fn shorter_names_are_tried_too() {
    let mut fixture = fixture(&[
        ("modules/web/manifests/init.pp", "class web {}\nclass web::first {}\nclass web::a::b::c {}"),
        ("modules/web/manifests/a.pp", "class web::a { class b {} }"),
    ]);
    assert!(fixture.has_class("web::first") && fixture.has_class("web::a::b") && fixture.has_class("web::a::b::c"));
}

#[test]
fn init_is_read_along_with_any_other_file() {
    let mut fixture =
        fixture(&[("modules/web/manifests/init.pp", "class web {"), ("modules/web/manifests/a.pp", "class web::a {}")]);
    let found = fixture.loader.class("web::a");
    assert_eq!(
        fixture.message(found),
        "Syntax error at end of input (file: E/modules/web/manifests/init.pp, line: 1, column: 12)"
    );
}

#[test]
fn a_file_is_read_once_and_a_missing_one_is_not_looked_for_again() {
    let mut fixture = fixture(&[("modules/web/manifests/init.pp", "class web {}")]);
    assert!(!fixture.has_class("web::later") && !fixture.has_define("other::later"));
    super::write(
        fixture.directory.path(),
        &[
            ("modules/web/manifests/later.pp", "class web::later {}"),
            ("modules/web/manifests/init.pp", "class web::later {}"),
            ("modules/other/manifests/later.pp", "define other::later {}"),
        ],
    );
    assert!(!fixture.has_class("web::later") && !fixture.has_define("other::later"));
}

#[test]
fn errors_in_a_file_are_reported_with_their_location() {
    let mut fixture = fixture(&[
        ("modules/web/manifests/broken.pp", "class web::broken { $x = \n }"),
        ("modules/web/manifests/other.pp", "class web::wrong { }"),
        ("modules/web/manifests/code.pp", "notice(1)\nclass web::code { }"),
        ("modules/web/manifests/many.pp", "notice(1)\nclass web::many { }\nclass foo {}"),
    ]);
    let message = |fixture: &mut super::Fixture, name: &str| {
        let found = fixture.loader.class(name);
        fixture.message(found)
    };
    assert_eq!(
        message(&mut fixture, "web::broken"),
        "Syntax error at '}' (file: E/modules/web/manifests/broken.pp, line: 2, column: 2)"
    );
    assert_eq!(
        message(&mut fixture, "web::other"),
        "Unacceptable location. The name 'web::wrong' is unacceptable in file 'E/modules/web/manifests/other.pp' \
         (file: E/modules/web/manifests/other.pp, line: 1, column: 1)"
    );
    assert_eq!(
        message(&mut fixture, "web::code"),
        "This Function Call is unacceptable as a top level construct in this location \
         (file: E/modules/web/manifests/code.pp, line: 1, column: 1)"
    );
    assert_eq!(message(&mut fixture, "web::many"), "Language validation logged 2 errors. Giving up");
    assert_eq!(
        fixture.logged(),
        [
            "Err: This Function Call is unacceptable as a top level construct in this location \
             (file: E/modules/web/manifests/many.pp, line: 1, column: 1)",
            "Err: Unacceptable location. The name 'foo' is unacceptable in file 'E/modules/web/manifests/many.pp' \
             (file: E/modules/web/manifests/many.pp, line: 3, column: 1)",
        ]
    );
}

#[test]
fn warnings_about_a_file_are_logged() {
    let mut fixture = fixture(&[("modules/web/manifests/init.pp", "class web {\n  $x = \"\\q\"\n}")]);
    assert!(fixture.has_class("web"));
    let logged = fixture.logged();
    assert_eq!(logged.len(), 1, "{logged:?}");
    assert!(
        logged[0]
            .starts_with("Warning: Unrecognized escape sequence '\\q' (file: E/modules/web/manifests/init.pp, line: 2"),
        "{logged:?}"
    );
}

#[test]
fn a_name_cannot_lead_out_of_its_module() {
    let mut fixture = fixture(&[
        ("modules/web/manifests/init.pp", "class web {}"),
        ("modules/secret.pp", "class web {}"),
        ("modules/web/manifests/a.b.pp", "class web::a {}"),
    ]);
    for name in ["web::../../secret", "web::/etc/passwd", "web::a.b", "../web", "", "::", "web::", "Web"] {
        assert!(!fixture.has_class(name), "{name}");
    }
}

#[test]
fn a_definition_knows_its_module() {
    let mut fixture = fixture(&[("modules/web/manifests/init.pp", "class web {}")]);
    fixture.main("class mine {}").unwrap();
    let (web, mine) = (fixture.loader.class("web").unwrap().unwrap(), fixture.loader.class("mine").unwrap().unwrap());
    assert_eq!(fixture.loader.module_of(&web.location.source.name).as_deref(), Some("web"));
    assert_eq!(fixture.loader.module_of(&mine.location.source.name), None);
}

#[test]
fn unknown_names_cost_no_look_at_the_disk() {
    let mut fixture = fixture(&[("modules/file/manifests/init.pp", "class file {}")]);
    assert!(!fixture.has_define("file"));
    // A hundred thousand looks at the disk take a second, as many at a table a few milliseconds.
    let start = std::time::Instant::now();
    for _ in 0..100_000 {
        assert!(fixture.loader.define("file").unwrap().is_none());
    }
    assert!(start.elapsed().as_millis() < 500);
}
