//! Real directories, and what Puppet reports about them. The path of the environment is written `E`.

mod classes;
mod environments;
mod functions;
mod modules;
mod redefined;
mod types;

use std::{fs, path::Path, sync::Arc};

use diagnostics::Source;
use pcore::{Value, parse_literal_with};
use resource_api::{
    log::{Log, Recorder},
    secret::Scrubber,
};
use syntax::{FileKind, Strictness};
use tempfile::TempDir;

use super::{Environment, Loader};
use crate::error::{Interrupt, Outcome};

/// An environment in its own directory.
struct Fixture {
    directory: TempDir,
    loader: Loader,
    lines: Arc<Recorder>,
}

fn fixture(files: &[(&str, &str)]) -> Fixture {
    strict_fixture(Strictness::Error, files)
}

fn strict_fixture(strict: Strictness, files: &[(&str, &str)]) -> Fixture {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), files);
    let environment = Environment {
        name: "production".into(),
        root: Some(directory.path().to_path_buf()),
        modulepath: vec![directory.path().join("modules"), directory.path().join("base")],
    };
    let loader = Loader::new(environment, strict);
    let lines = Arc::new(Recorder::default());
    loader.log_to(Log::new(lines.clone(), Arc::new(Scrubber::default())));
    Fixture { directory, loader, lines }
}

fn write(directory: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

impl Fixture {
    fn main(&mut self, text: &str) -> Outcome<()> {
        self.loader.read(&Arc::new(Source::new("", text)), FileKind::Main).map(drop)
    }

    /// A text with the path of the environment written as `E`.
    fn short(&self, text: &str) -> String {
        text.replace(&*self.directory.path().to_string_lossy(), "E")
    }

    fn message<T>(&self, outcome: Outcome<T>) -> String {
        match outcome {
            Err(Interrupt::Failure(failure)) => self.short(&failure.to_string()),
            Err(other) => panic!("{other:?}"),
            Ok(_) => panic!("it should have failed"),
        }
    }

    fn logged(&self) -> Vec<String> {
        let entries = self.lines.entries();
        entries.iter().map(|entry| format!("{:?}: {}", entry.level, self.short(&entry.message))).collect()
    }

    fn has_class(&mut self, name: &str) -> bool {
        self.loader.class(name).unwrap().is_some()
    }

    fn has_define(&mut self, name: &str) -> bool {
        self.loader.define(name).unwrap().is_some()
    }

    /// Whether a value is of a type of the environment.
    fn fits(&self, value: &str, type_name: &str) -> bool {
        let value: Value = parse_literal_with(value, &self.loader.types).unwrap();
        self.loader.find_type(type_name).unwrap().expect("the type is known").is_instance(&value)
    }
}
