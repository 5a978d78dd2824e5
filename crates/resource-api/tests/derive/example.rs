//! The example type works, and is short.

use std::{fs, sync::Arc};

use resource_api::{
    Change, Changes, Context, DefinesType, Identity, Provider, Request, Simple, State,
    log::{Log, Recorder},
};

use crate::note::{Note, Notes};

#[test]
fn a_type_with_five_attributes_and_its_provider_fit_on_one_screen() {
    let definition = Note::definition().expect("a definition");
    assert_eq!(definition.attributes().len(), 5);
    let source = include_str!("../../examples/note.rs");
    let (example, _) = source.split_once("fn main()").expect("the type stands before main");
    let lines = example.trim_end().lines().count();
    assert!(lines <= 40, "{lines} lines");
}

#[test]
fn the_example_manages_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let definition = Arc::new(Note::definition().expect("a definition"));
    let context = Context::new(definition, Log::new(Arc::new(Recorder::default()), Arc::default()));
    let mut notes = Simple(Notes(directory.path().to_owned()));
    let mut set = |is: State, should: State| {
        let change = Change { name: Identity::single("name", "milk"), is: Some(is), should: Some(should) };
        notes.set(&context, &Changes::new(vec![change], false)).expect("nothing in the way");
        assert!(!context.has_failed());
        notes.get(&context, &Request::ALL).expect("notes")
    };
    let absent = State::new().with("name", "milk").with("ensure", "absent");
    let milk = State::new().with("ensure", "present").with("name", "milk").with("subject", "buy").with("text", "milk");

    assert_eq!(set(absent.clone(), milk.clone()), [milk.clone().with("size", 8)]);
    assert_eq!(fs::read_to_string(directory.path().join("milk")).expect("a file"), "buy\nmilk");

    let oats = milk.clone().with("text", "oat milk");
    assert_eq!(set(milk, oats.clone()), [oats.clone().with("size", 12)]);

    assert_eq!(set(oats, absent), []);
    assert!(!directory.path().join("milk").exists());
}
