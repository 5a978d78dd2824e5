//! `apply --graph`: the graphs that the real Puppet draws for the same catalogs, and one more.
//!
//! `oracle/drawings.rb` recorded them.

use std::fs;

use serde_json::json;

use crate::{
    apply::{catalog, command, resource},
    binary::{self, Run},
    shelf::Shelf,
};

/// Applies a catalog with `--graph`.
fn draw(shelf: &Shelf, catalog: &str, options: &[&str]) -> Run {
    binary::run(&mut command(shelf, catalog, &[&["--graph"], options].concat()), "")
}

fn picture(shelf: &Shelf, name: &str) -> String {
    fs::read_to_string(shelf.path().join("var/state/graphs").join(name))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_graph_is_drawn_as_the_real_puppet_does() {
    let shelf = Shelf::new();
    let run = draw(&shelf, include_str!("../golden/drawings/tree/catalog.json"), &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(picture(&shelf, "resources.dot"), include_str!("../golden/drawings/tree/resources.dot"));
    assert_eq!(picture(&shelf, "relationships.dot"), include_str!("../golden/drawings/tree/relationships.dot"));
    assert_eq!(
        picture(&shelf, "expanded_relationships.dot"),
        include_str!("../golden/drawings/tree/expanded_relationships.dot")
    );
    assert!(!shelf.path().join("var/state/graphs/cycles.dot").exists());
}

#[test]
fn cycles_are_drawn_as_the_real_puppet_does() {
    let shelf = Shelf::new();
    let run = draw(&shelf, include_str!("../golden/drawings/cycles/catalog.json"), &[]);
    assert_eq!(run.code, 1);
    for (name, expected) in [
        ("cycles.dot", include_str!("../golden/drawings/cycles/cycles.dot")),
        ("resources.dot", include_str!("../golden/drawings/cycles/resources.dot")),
        ("relationships.dot", include_str!("../golden/drawings/cycles/relationships.dot")),
        ("expanded_relationships.dot", include_str!("../golden/drawings/cycles/expanded_relationships.dot")),
    ] {
        assert_eq!(picture(&shelf, name), expected, "{name}");
    }
    let written =
        format!("\\nCycle graph written to {}.\n", shelf.path().join("var/state/graphs/cycles.dot").display());
    assert!(run.stderr.contains(&written), "{}", run.stderr);
    let svg = picture(&shelf, "relationships.svg");
    assert_eq!(svg.matches("<path class=\"back\"").count(), 3, "{svg}");
}

#[test]
fn a_graph_shows_relationships() {
    let shelf = Shelf::new();
    let resources = [
        resource("Slip", "one", json!({"text": "first", "before": "Slip[<two> & more]"})),
        resource("Slip", "<two> & more", json!({"ensure": "absent", "notify": "Bell[door]"})),
        resource("Bell", "door", json!({})),
        resource("Slip", "alone", json!({"ensure": "absent"})),
    ];
    draw(&shelf, &catalog(&resources), &[]);
    let svg = picture(&shelf, "relationships.svg");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" ") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(svg.contains(">Slip[&lt;two&gt; &amp; more]</text>"), "{svg}");
    assert_eq!((svg.matches("<rect ").count(), svg.matches("<path ").count()), (3, 2));
    assert_eq!(svg.matches("<path class=\"refresh\"").count(), 1);
    assert!(svg.contains("Not drawn: 10 resources that are connected with no other."), "{svg}");
}

#[test]
fn graphs_are_drawn_on_request_only_and_hold_no_secret() {
    let shelf = Shelf::new();
    let secret = json!({"__ptype": "Sensitive", "__pvalue": "hunter2-secret"});
    let resources = [
        resource("Note", "b", json!({"token": secret, "before": "Slip[hunter2-secret]"})),
        resource("Slip", "hunter2-secret", json!({"ensure": "absent"})),
    ];
    binary::run(&mut command(&shelf, &catalog(&resources), &[]), "");
    assert!(!shelf.path().join("var/state/graphs").exists());
    let elsewhere = shelf.path().join("drawn").display().to_string();
    draw(&shelf, &catalog(&resources), &["--graphdir", &elsewhere]);
    for name in ["resources.dot", "relationships.dot", "relationships.svg", "expanded_relationships.dot"] {
        let text = fs::read_to_string(shelf.path().join("drawn").join(name)).expect(name);
        assert!(text.contains("Slip[[redacted]]") && !text.contains("hunter2"), "{name}: {text}");
    }
    shelf.write("file", "");
    let run = draw(&shelf, &catalog(&resources), &["--graphdir", &shelf.path().join("file").display().to_string()]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("Error: Could not save graph: "), "{}", run.stderr);
}
