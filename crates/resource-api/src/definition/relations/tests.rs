//! Automatic relations: reading, resolving and deciding.

use super::*;

const TYPE: &str = "
name: vhost
attributes:
  name: { type: String, behaviour: namevar }
  path: { type: String }
  paths: { type: 'Array' }
  config: { type: 'Hash' }
  servers: { type: 'Array[Hash]' }
  token: { type: String, sensitive: true }
";

fn yaml(text: &str) -> Value {
    pcore::yaml::parse(text).expect("the test's own YAML")
}

fn definition() -> TypeDefinition {
    TypeDefinition::from_value(&yaml(TYPE)).expect("the test's own definition")
}

#[track_caller]
fn relations(text: &str) -> Relations {
    read("vhost", yaml(text).as_hash().unwrap(), &mut Vec::new()).expect("relations that can be used")
}

fn state() -> State {
    let servers = yaml("[{host: a, port: 80, ips: [1, 2]}, {host: b, port: 81}, {port: 82}]");
    State::new()
        .with("name", "main")
        .with("path", "/srv")
        .with("paths", yaml("[/a, [/b, null], /c]"))
        .with("config", yaml("{file: /etc/x, nested: {deep: [x, y]}, 'a.b': dotted, 7: seven}"))
        .with("servers", servers)
        .with("token", "s3cret")
}

/// Resolves `autorequire: {file: <title>}`.
#[track_caller]
fn check(title: &str, expected: &[&str]) {
    let text = Value::hash([("autorequire".into(), Value::hash([("file".into(), title.into())]))]);
    let relations = read("vhost", text.as_hash().unwrap(), &mut Vec::new()).expect("relations that can be used");
    let found = relations.resolve(&state(), &definition()).expect("relations that can be resolved");
    let titles: Vec<&str> = found.iter().map(|relation| relation.title.as_str()).collect();
    assert_eq!(titles, expected, "for {title}");
}

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    let error = read("vhost", yaml(text).as_hash().unwrap(), &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

// Requirement: TD-70
#[test]
fn titles_are_constants_or_values_of_attributes() {
    check("/etc/motd", &["/etc/motd"]);
    check("$path", &["/srv"]);
    check("/a/$path", &["/a/$path"]);
    check("costs 5$", &["costs 5$"]);
}

// Requirement: TD-70
#[test]
fn arrays_are_flattened_and_undef_is_dropped() {
    check("$paths", &["/a", "/b", "/c"]);
    let relations = relations("autobefore: { file: [/x, ['$paths', null], $name, 5] }");
    let found = relations.resolve(&state(), &definition()).unwrap();
    let shown: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["File[/x]", "File[/a]", "File[/b]", "File[/c]", "File[main]", "File[5]"]);
    assert!(found.iter().all(|relation| relation.kind == RelationKind::Autobefore));
    assert!(relations.resolve(&State::new(), &definition()).unwrap().iter().all(|r| r.title == "/x" || r.title == "5"));
}

// Requirement: TD-70
#[test]
fn the_other_type_is_a_string_or_a_symbol_in_any_case() {
    let found = relations("autorequire:\n  :File: a\n  My_Type: b\n  Foo::bar: c\n");
    let shown: Vec<String> =
        found.resolve(&state(), &definition()).unwrap().iter().map(|relation| relation.to_string()).collect();
    assert_eq!(shown, ["File[a]", "My_type[b]", "Foo::Bar[c]"]);
    assert_eq!(found.declarations()[0].type_name, "file");
}

// Requirement: TD-71
#[test]
fn every_entry_is_registered_with_a_debug_line() {
    let mut messages = Vec::new();
    let text = yaml("{autonotify: {service: [a, '$path']}, autorequire: {Package: foo}}");
    read("vhost", text.as_hash().unwrap(), &mut messages).unwrap();
    assert_eq!(
        messages,
        [
            (Level::Debug, "Registering autorequire for Package: \"foo\"".to_owned()),
            (Level::Debug, "Registering autonotify for service: [\"a\", \"$path\"]".to_owned()),
        ]
    );
}

// Requirement: TD-72
#[test]
fn relations_are_made_kind_by_kind() {
    let relations = relations("{autonotify: {d: x}, autobefore: {c: x}, autosubscribe: {b: x}, autorequire: {a: x}}");
    let found = relations.resolve(&state(), &definition()).unwrap();
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["A[x]", "B[x]", "C[x]", "D[x]"]);
    assert_eq!(found.iter().map(|relation| relation.kind).collect::<Vec<_>>(), RelationKind::ALL);
}

// Requirement: TD-73
#[test]
fn an_unknown_attribute_fails() {
    for title in ["$x", "${x}", "a/${x}", "$x.y"] {
        let relations = relations(&format!("autorequire: {{ file: '{title}' }}"));
        let error = relations.resolve(&state(), &definition()).unwrap_err();
        assert_eq!(error.to_string(), "Invalid parameter x(:x)");
    }
}

#[test]
fn an_unknown_attribute_is_worth_a_warning() {
    let definition = TypeDefinition::from_value(&yaml(
        "{name: t, desc: d, attributes: {id: {type: String, desc: i, behaviour: namevar}},
          autorequire: {file: ['$id', '/etc/${host}/${port}'], user: $name}}",
    ));
    let definition = definition.unwrap();
    let warnings: Vec<&str> = definition
        .messages()
        .iter()
        .filter_map(|(level, message)| (*level == Level::Warning).then_some(message.as_str()))
        .collect();
    assert_eq!(
        warnings,
        [
            "`t.autorequire.file`: '/etc/${host}/${port}' needs the attribute `host`, which is not defined",
            "`t.autorequire.file`: '/etc/${host}/${port}' needs the attribute `port`, which is not defined",
        ]
    );
}

#[test]
fn name_is_another_name_of_the_only_namevar() {
    let definition =
        TypeDefinition::from_value(&yaml("{name: t, attributes: {id: {type: String, behaviour: namevar}}}"));
    let relations = relations("autorequire: { user: $name }");
    let found = relations.resolve(&State::new().with("id", "alice"), &definition.unwrap()).unwrap();
    assert_eq!(found[0].to_string(), "User[alice]");
}

// Requirement: TD-74
#[test]
fn relations_must_be_maps() {
    check_refused("autorequire: foo", "`:autorequire` must be a hash, not `String`");
    check_refused("autonotify: [foo]", "`:autonotify` must be a hash, not `Array`");
    check_refused("autobefore: 1", "`:autobefore` must be a hash, not `Integer`");
    check_refused("autosubscribe: true", "`:autosubscribe` must be a hash, not `TrueClass`");
    assert!(relations("autorequire: null").is_empty());
    check_refused("autorequire: {1: a}", "`vhost.autorequire` must have names of types as keys, not `Integer`");
    check_refused(
        "autorequire: {file: {a: b}}",
        "`vhost.autorequire.file` must be a title or an array of titles, not `Hash`",
    );
}

// Requirement: VER-2, VER-40
#[test]
fn the_old_plural_is_merged_and_mentioned_at_debug_level() {
    let mut messages = Vec::new();
    let text = yaml("{autorequires: {file: [/a, /b]}, autorequire: {file: /a}}");
    let relations = read("vhost", text.as_hash().unwrap(), &mut messages).unwrap();
    let found = relations.resolve(&state(), &definition()).unwrap();
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["File[/a]", "File[/b]"]);
    assert!(found.iter().all(|relation| relation.kind == RelationKind::Autorequire));
    assert!(messages.contains(&(Level::Debug, "Using deprecated alias `autorequires` for `autorequire`".to_owned())));
    assert!(messages.iter().all(|(level, _)| *level == Level::Debug));
}

#[test]
fn text_with_values_in_it() {
    check("${path}/conf.d", &["/srv/conf.d"]);
    check("${path}${name}", &["/srvmain"]);
    check("x${path}/${name}y", &["x/srv/mainy"]);
    check("${ path }", &["/srv"]);
    check("${paths}/x", &["/a/x", "/b/x", "/c/x"]);
    check("${paths}${paths}", &["/a/a", "/b/b", "/c/c"]);
    check("${paths}-${servers.*.host}", &["/a-a", "/a-b", "/b-a", "/b-b", "/c-a", "/c-b"]);
}

#[test]
fn paths_inside_structured_values() {
    check("$config.file", &["/etc/x"]);
    check("$config.nested.deep.1", &["y"]);
    check("$config.nested.deep", &["x", "y"]);
    check("$config.'a.b'", &["dotted"]);
    check("$config.7", &["seven"]);
    check("${servers.0.host}", &["a"]);
    check("$servers.*.host", &["a", "b"]);
    check("$servers.*.ips", &["1", "2"]);
    check("${servers.*.host}:${servers.*.port}", &["a:80", "b:81"]);
    check("${servers.*.host}/${servers.*.ips.*}", &["a/1", "a/2"]);
    check("$config.*", &["/etc/x", "dotted", "seven"]);
}

#[test]
fn what_is_missing_gives_no_relation() {
    for title in [
        "$config.nothing",
        "${path}/${config.nothing}",
        "$servers.9.host",
        "$servers.host",
        "$path.a",
        "$path.*",
        "$config",
    ] {
        check(title, &[]);
    }
}

#[test]
fn a_doubled_dollar_is_just_a_dollar() {
    check("$$HOME", &["$HOME"]);
    check("$${path}", &["${path}"]);
    check("a$${b}/${path}", &["a${b}//srv"]);
    check("a$$b", &["a$$b"]);
    check(r"C:\${name}", &[r"C:\main"]);
}

#[test]
fn texts_that_mean_nothing_are_refused_with_advice() {
    #[track_caller]
    fn check(title: &str, message: &str, hint: Option<&str>) {
        let titles = Value::hash([("file".into(), Value::array(["a".into(), title.into()]))]);
        let error = read("vhost", &Hash::from_iter([("autorequire".into(), titles)]), &mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), format!("`vhost.autorequire.file`: '{title}' {message}"));
        assert_eq!(error.hints(), hint.map(str::to_owned).as_slice());
        assert_eq!(error.path_text(), "autorequire.file.1");
    }
    let dollar = Some("write '$$' for a '$' that is part of the title");
    check("$", "has no attribute name after '$'", dollar);
    check("$1", "has no attribute name after '$'", dollar);
    check("${}", "has no attribute name after '$'", None);
    check(
        "$path/conf.d",
        "has '/conf.d' after the attribute `path`, which is not a path",
        Some("write '${path}/conf.d' for a text that contains the attribute `path`"),
    );
    check("a/${path", "has a '${' without its '}'", Some("write '$${' for a '${' that is part of the title"));
    check("${config.a b}", "has the key 'a b' in a path", Some("quote the key, as in '$attribute.\"a b\"'"));
    check("${config.}", "has the key '' in a path", Some("quote the key, as in '$attribute.\"\"'"));
    check("${config.'a}", "has a quoted key without its end", None);
}

#[test]
fn secrets_never_become_titles() {
    let secret = Value::sensitive("hunter2".into());
    let state = State::new()
        .with("token", "s3cret")
        .with("path", secret.clone())
        .with("paths", Value::array([secret.clone(), "x".into()]))
        .with("config", Value::sensitive(Value::hash([("file".into(), "hidden".into())])))
        .with("servers", yaml("[]"));
    let relations = relations("autorequire: { file: ['$token', 'a${token}', $path, $paths, $config.file, '${path}'] }");
    let found = relations.resolve(&state, &definition()).unwrap();
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["File[x]"]);

    let titles = Value::hash([("file".into(), Value::array([secret]))]);
    let text = Value::hash([("autorequire".into(), titles)]);
    let mut messages = Vec::new();
    let found = read("vhost", text.as_hash().unwrap(), &mut messages).unwrap();
    assert!(found.declarations()[0].titles.is_empty());
    assert!(!format!("{messages:?}{found:?}").contains("hunter2"));
}

#[test]
fn the_titles_of_one_text_are_bounded() {
    let many = Value::array((0..200).map(Value::Integer));
    let state = State::new().with("paths", many.clone()).with("config", Value::hash([("a".into(), many)]));
    let relations = relations("autorequire: { file: '${paths}/${config.a}' }");
    let error = relations.resolve(&state, &definition()).unwrap_err();
    assert_eq!(error.to_string(), "the autorequire '${paths}/${config.a}' expands to more than 10000 titles");
}

/// A catalog with the names of resources and their direct relations.
struct Catalog(&'static [&'static str], &'static [(&'static str, &'static str)]);

impl RelationView for Catalog {
    type Reference = String;

    fn find(&self, type_name: &str, title: &str) -> Option<String> {
        let wanted = format!("{type_name}[{title}]");
        self.0.iter().find(|known| known.eq_ignore_ascii_case(&wanted)).map(ToString::to_string)
    }

    fn has_edge(&self, first: &String, second: &String) -> bool {
        self.1.contains(&(first.as_str(), second.as_str()))
    }
}

#[track_caller]
fn check_decision(kind: RelationKind, edges: &'static [(&'static str, &'static str)], expected: &str) {
    let relation = Relation { kind, type_name: "file".into(), title: "/a".into() };
    let catalog = Catalog(&["File[/a]", "Vhost[v]"], edges);
    let shown = match decide(&catalog, "Vhost[v]".to_owned(), &relation) {
        Verdict::Add { first, second, refresh, message } => {
            format!("{first} {} {second}: {message}", if refresh { "~>" } else { "->" })
        }
        Verdict::Skip { message } => message,
        Verdict::Nothing => "nothing".to_owned(),
    };
    assert_eq!(shown, expected);
}

// Requirement: TD-72
#[test]
fn a_relation_to_a_managed_resource_is_added() {
    use RelationKind::{Autobefore, Autonotify, Autorequire, Autosubscribe};
    check_decision(Autorequire, &[], "File[/a] -> Vhost[v]: Adding autorequire relationship with File[/a]");
    check_decision(Autosubscribe, &[], "File[/a] ~> Vhost[v]: Adding autosubscribe relationship with File[/a]");
    check_decision(Autobefore, &[], "Vhost[v] -> File[/a]: Adding autobefore relationship with File[/a]");
    check_decision(Autonotify, &[], "Vhost[v] ~> File[/a]: Adding autonotify relationship with File[/a]");
}

// Requirement: TD-72
#[test]
fn explicit_relations_count_more() {
    use RelationKind::{Autobefore, Autorequire};
    let file_first = &[("File[/a]", "Vhost[v]")];
    let file_last = &[("Vhost[v]", "File[/a]")];
    check_decision(Autorequire, file_first, "nothing");
    check_decision(Autorequire, file_last, "Skipping automatic relationship with File[/a]");
    check_decision(Autobefore, file_last, "nothing");
    check_decision(Autobefore, file_first, "Skipping automatic relationship with File[/a]");
}

// Requirement: TD-72
#[test]
fn a_relation_to_a_resource_that_is_not_managed_is_nothing() {
    let relation =
        |title: &str| Relation { kind: RelationKind::Autorequire, type_name: "file".into(), title: title.into() };
    let catalog = Catalog(&["File[/a]"], &[]);
    assert_eq!(decide(&catalog, "File[/a]".to_owned(), &relation("/b")), Verdict::Nothing);
    // Neither can a resource require itself.
    assert_eq!(decide(&catalog, "File[/a]".to_owned(), &relation("/a")), Verdict::Nothing);
}
