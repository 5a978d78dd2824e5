//! Facts of machines that are trees of files: see `tests/machines`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod broken;
mod cache;
mod debian;
mod rocky;
mod this;

use std::path::Path;

use facts::{Facts, Link, Options, Root, Space, System};

/// A machine of `tests/machines`.
fn machine(name: &str) -> Root {
    Root::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/machines").join(name))
}

/// Checks a fact, or a part of one; no text for a fact that must not be there.
#[track_caller]
fn check(facts: &Facts, name: &str, expected: &str) {
    let found = facts.get(name).map(|value| pcore::json::write(value).unwrap()).unwrap_or_default();
    assert_eq!(found, expected, "for {name}");
}

fn with_legacy(root: &Root) -> Facts {
    Facts::read_with(root, &Options { legacy: true, ..Options::default() })
}

/// A kernel that says what it is told to say.
#[derive(Default)]
struct Fake {
    user: Option<u32>,
    hypervisor: Option<&'static str>,
    space: Option<Space>,
    links: Option<Vec<Link>>,
}

impl System for Fake {
    fn hardware(&self) -> Option<String> {
        None
    }

    fn user(&self) -> Option<u32> {
        self.user
    }

    fn links(&self) -> Option<Vec<Link>> {
        self.links.clone()
    }

    fn space(&self, path: &Path) -> Option<Space> {
        self.space.filter(|_| path == Path::new("/"))
    }

    fn hypervisor(&self) -> Option<String> {
        self.hypervisor.map(str::to_owned)
    }

    fn now(&self) -> i64 {
        1_700_000_000
    }
}
