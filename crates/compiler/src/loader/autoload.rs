//! Names to files: `apache::mod::ssl` may be in `mod/ssl.pp`, in `mod.pp` or in `init.pp` of the module `apache`.

use std::{
    iter,
    path::{Path, PathBuf},
    sync::Arc,
};

use ecow::EcoString;
use syntax::{
    Program,
    ast::{Expression, FunctionDefinition, Kind},
};

use super::{Loader, definitions::Owner, modules::Module};
use crate::error::{Interrupt, Outcome};

/// The namespace of what belongs to the environment itself.
pub(super) const ENVIRONMENT: &str = "environment";

impl Loader {
    /// Reads the files of a module that may define a class or a define, nearest first, until `found` is content.
    ///
    /// With the first of them comes `init.pp`, whose definitions go before.
    pub(super) fn load(&mut self, name: &str, found: impl Fn(&Loader) -> bool) -> Outcome<()> {
        if self.searched.contains(name) || !is_loadable(name) {
            return Ok(());
        }
        let (first, _) = split(name);
        if let Some(module) = self.reader.module(first) {
            for prefix in iter::successors(Some(name), |longer| Some(longer.rsplit_once("::")?.0)) {
                self.load_prefix(&module, prefix)?;
                if found(self) {
                    return Ok(());
                }
            }
        }
        self.searched.insert(name.into());
        Ok(())
    }

    /// Reads `init.pp` and the file of a name, as far as they were not read before.
    fn load_prefix(&mut self, module: &Module, name: &str) -> Outcome<()> {
        let manifests = module.directory.join("manifests");
        let mut wanted = vec![(manifests.join("init.pp"), &*module.name)];
        if let (_, Some(rest)) = split(name) {
            wanted.push((file_of(&manifests, rest), name));
        }
        let mut programs = Vec::new();
        for (file, namespace) in wanted {
            if self.loaded.contains(&file) || !self.reader.modules.has_file(&file) {
                continue;
            }
            programs.push(self.reader.read_file(&file, namespace)?);
            self.loaded.insert(file);
        }
        programs.iter().try_for_each(|program| self.add(program, Owner::Module, Some(&module.name)))
    }

    /// Finds a function in the file that is named after it.
    pub(super) fn load_function(&mut self, name: &str) -> Outcome<Option<Arc<FunctionDefinition>>> {
        if self.searched_functions.contains(name) || !is_loadable(name) {
            return Ok(None);
        }
        let found = self.search_function(name)?;
        self.searched_functions.insert(name.into());
        Ok(found)
    }

    fn search_function(&mut self, name: &str) -> Outcome<Option<Arc<FunctionDefinition>>> {
        let (first, rest) = split(name);
        if rest.is_none() || first == ENVIRONMENT {
            let root = self.environment.root.as_ref();
            let file = root.map(|root| file_of(&root.join("functions"), name));
            if let Some(file) = file.filter(|file| self.reader.modules.has_file(file)) {
                let program = self.reader.read_plain_file(&file)?;
                return self.add_only_function(&program, name, &file, None).map(Some);
            }
        }
        let (Some(rest), Some(module)) = (rest, self.reader.module(first)) else { return Ok(None) };
        let file = file_of(&module.directory.join("functions"), rest);
        if !self.reader.modules.has_file(&file) {
            return Ok(None);
        }
        let program = self.reader.read_file(&file, name)?;
        self.add_only_function(&program, name, &file, Some(&module.name)).map(Some)
    }

    /// A file must hold the one function that it is named after, and nothing else.
    fn add_only_function(
        &mut self,
        program: &Program,
        name: &str,
        file: &Path,
        module: Option<&EcoString>,
    ) -> Outcome<Arc<FunctionDefinition>> {
        let file = file.display();
        let refused = |what: String| Err(Interrupt::unplaced(format!("The code loaded from {file} {what}")));
        let function = match &definitions(&program.body)[..] {
            [] => return refused(format!("does not define the function '{name}' - it is empty.")),
            [Expression { kind: Kind::Function(function), .. }] => function,
            [_] => return refused(format!("does not define the function '{name}' - no function found.")),
            _ => return refused(format!("must contain only the function '{name}' - it has additional definitions.")),
        };
        let actual = &function.name;
        if actual != name {
            return refused(format!("produced function with the wrong name, expected {name}, actual {actual}"));
        }
        if has_logic(&program.body) {
            return refused(format!("contains additional logic - can only contain the function {name}"));
        }
        let function = function.clone();
        self.remember_owner(program, module);
        self.definitions.add_function(&function, Owner::NamedFile)?;
        Ok(function)
    }
}

/// Whether a name can be that of a file: it cannot escape from its directory.
pub(super) fn is_loadable(name: &str) -> bool {
    let is_word = |segment: &str| {
        !segment.is_empty()
            && segment.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    };
    name.split("::").all(is_word)
}

/// `apache::mod::ssl` to `apache` and `mod::ssl`.
pub(super) fn split(name: &str) -> (&str, Option<&str>) {
    match name.split_once("::") {
        Some((first, rest)) => (first, Some(rest)),
        None => (name, None),
    }
}

/// `mod::ssl` to `mod/ssl.pp`.
pub(super) fn file_of(directory: &Path, name: &str) -> PathBuf {
    let mut path = directory.to_path_buf();
    path.extend(name.split("::"));
    path.set_extension("pp");
    path
}

/// What a text defines, whatever it is.
pub(super) fn definitions(block: &[Expression]) -> Vec<&Expression> {
    block.iter().filter(|expression| is_definition(expression)).collect()
}

/// Whether there is anything but definitions.
pub(super) fn has_logic(block: &[Expression]) -> bool {
    block.iter().any(|expression| !is_definition(expression) && !matches!(expression.kind, Kind::Nothing))
}

fn is_definition(expression: &Expression) -> bool {
    matches!(
        expression.kind,
        Kind::Class(_)
            | Kind::Define(_)
            | Kind::Node(_)
            | Kind::Function(_)
            | Kind::TypeAlias(_)
            | Kind::TypeMapping(_)
            | Kind::TypeDefinition(_)
    )
}
