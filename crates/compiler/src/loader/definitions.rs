//! All definitions, by name. A second definition of a name is an error that refers to the first.

use diagnostics::Location;
use std::sync::Arc;

use ecow::{EcoString, eco_format};
use pcore::{Type, parse_type};
use rustc_hash::FxHashMap;
use syntax::ast::{
    ClassDefinition, DefineDefinition, DefinitionLocation, Expression, FunctionDefinition, Kind, NodeDefinition,
    TypeAliasDefinition, TypeDefinition,
};

use crate::error::{Interrupt, Outcome};

/// The naming authority of functions and types.
const AUTHORITY: &str = "http://puppet.com/2016.1/runtime";

#[derive(Debug, Default)]
pub(crate) struct Definitions {
    pub classes: FxHashMap<EcoString, Arc<ClassDefinition>>,
    pub defines: FxHashMap<EcoString, Arc<DefineDefinition>>,
    pub nodes: Vec<Arc<NodeDefinition>>,
    node_locations: FxHashMap<EcoString, DefinitionLocation>,
    pub functions: Shadowed<Arc<FunctionDefinition>>,
    aliases: Shadowed<Arc<TypeAliasDefinition>>,
    /// The types of the language, by their names in lower case.
    pub types: Shadowed<Arc<TypeDefinition>>,
}

/// The origin of a definition: those of the main manifest hide those of modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The main manifest.
    Main,
    /// A manifest of a module.
    Module,
    /// A file of a module that is named after what it defines.
    NamedFile,
}

/// Definitions by name, of which those of the main manifest hide those of modules.
#[derive(Debug)]
pub(crate) struct Shadowed<T> {
    main: FxHashMap<EcoString, (T, Owner)>,
    modules: FxHashMap<EcoString, (T, Owner)>,
}

impl<T> Default for Shadowed<T> {
    fn default() -> Shadowed<T> {
        Shadowed { main: FxHashMap::default(), modules: FxHashMap::default() }
    }
}

impl<T> Shadowed<T> {
    pub fn get(&self, name: &str) -> Option<&T> {
        self.main.get(name).or_else(|| self.modules.get(name)).map(|(definition, _)| definition)
    }

    pub fn names(&self) -> impl Iterator<Item = &EcoString> {
        self.main.keys().chain(self.modules.keys())
    }

    /// What an owner has defined already.
    fn taken(&self, owner: Owner, name: &str) -> Option<&(T, Owner)> {
        if owner == Owner::Main { self.main.get(name) } else { self.modules.get(name) }
    }

    fn insert(&mut self, owner: Owner, name: EcoString, definition: T) {
        let table = if owner == Owner::Main { &mut self.main } else { &mut self.modules };
        table.insert(name, (definition, owner));
    }
}

impl Definitions {
    /// Remembers what statements define, in classes too; returns the type aliases among them that count.
    pub(crate) fn add(&mut self, block: &[Expression], owner: Owner) -> Outcome<Vec<Arc<TypeAliasDefinition>>> {
        let mut aliases = Vec::new();
        self.add_block(block, owner, &mut aliases)?;
        Ok(aliases)
    }

    fn add_block(
        &mut self,
        block: &[Expression],
        owner: Owner,
        aliases: &mut Vec<Arc<TypeAliasDefinition>>,
    ) -> Outcome<()> {
        for expression in block {
            match &expression.kind {
                Kind::Class(class) => {
                    self.add_class(class)?;
                    // Only classes are nested, and the parser bounds how deep.
                    self.add_block(&class.body, owner, aliases)?;
                }
                Kind::Define(define) => self.add_define(define)?,
                Kind::Function(function) => self.add_function(function, owner)?,
                Kind::TypeAlias(alias) => aliases.extend(self.add_alias(alias, owner)?.then(|| alias.clone())),
                Kind::TypeDefinition(definition) => self.add_type(definition, owner)?,
                Kind::Node(node) => self.add_node(node)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn add_class(&mut self, class: &Arc<ClassDefinition>) -> Outcome<()> {
        let name = lower(&class.name);
        let taken = |known: &str, rest: &str, earlier: &DefinitionLocation| {
            Err(redefined(&format!("{known} '{name}'"), rest, &class.location, earlier))
        };
        if let Some(earlier) = self.classes.get(&name) {
            return taken("Class", "; cannot redefine", &earlier.location);
        }
        if let Some(earlier) = self.node_locations.get(&name) {
            return taken("Node", "; cannot be redefined as a class", earlier);
        }
        if let Some(earlier) = self.defines.get(&name) {
            return taken("Definition", "; cannot be redefined as a class", &earlier.location);
        }
        self.classes.insert(name, class.clone());
        Ok(())
    }

    fn add_define(&mut self, define: &Arc<DefineDefinition>) -> Outcome<()> {
        let name = lower(&define.name);
        if let Some(earlier) = self.classes.get(&name) {
            let rest = " as a class; cannot redefine as a definition";
            return Err(redefined(&format!("'{name}'"), rest, &define.location, &earlier.location));
        }
        if let Some(earlier) = self.defines.get(&name) {
            return Err(redefinition("type", &name, (&earlier.location, Owner::Main), &define.location));
        }
        self.defines.insert(name, define.clone());
        Ok(())
    }

    fn add_node(&mut self, node: &Arc<NodeDefinition>) -> Outcome<()> {
        for name in node.matches.iter().filter_map(node_name) {
            if let Some(earlier) = self.node_locations.get(&name) {
                return Err(redefined(&format!("Node '{name}'"), "; cannot redefine", &node.location, earlier));
            }
            if let Some(earlier) = self.classes.get(&name) {
                let rest = "; cannot be redefined as a node";
                return Err(redefined(&format!("Class '{name}'"), rest, &node.location, &earlier.location));
            }
            self.node_locations.insert(name, node.location.clone());
        }
        self.nodes.push(node.clone());
        Ok(())
    }

    pub(crate) fn add_function(&mut self, function: &Arc<FunctionDefinition>, owner: Owner) -> Outcome<()> {
        if let Some((earlier, by)) = self.functions.taken(owner, &function.name) {
            return Err(redefinition("function", &function.name, (&earlier.location, *by), &function.location));
        }
        self.functions.insert(owner, function.name.clone(), function.clone());
        Ok(())
    }

    /// Data may have the name of a kind of resource, but not that of a type of Puppet's own, an alias or a define.
    pub(crate) fn add_type(&mut self, definition: &Arc<TypeDefinition>, owner: Owner) -> Outcome<()> {
        let (name, location) = (lower(&definition.name), &definition.location);
        let is_kind = matches!(parse_type(&definition.name), Ok(Type::Resource(_)));
        // All types of resources inherit from this one.
        if definition.name == "Resource" {
            let known = "It is the built-in type that all types of resources inherit from.";
            return Err(refused("type", &name, known, location));
        }
        if !is_kind && let Some(known) = own_type(&definition.name) {
            return Err(refused("type", &name, known, location));
        }
        let earlier = self.types.taken(owner, &name).map(|(earlier, by)| (&earlier.location, *by));
        let earlier = earlier.or_else(|| self.aliases.taken(owner, &name).map(|(alias, by)| (&alias.location, *by)));
        let earlier = earlier.or_else(|| self.defines.get(&name).map(|define| (&define.location, owner)));
        if let Some(earlier) = earlier {
            return Err(redefinition("type", &name, earlier, location));
        }
        self.types.insert(owner, name, definition.clone());
        Ok(())
    }

    /// Returns whether the alias counts: one of the main manifest hides that of a module.
    pub(crate) fn add_alias(&mut self, alias: &Arc<TypeAliasDefinition>, owner: Owner) -> Outcome<bool> {
        let name = lower(&alias.name);
        if let Some(known) = own_type(&alias.name) {
            return Err(refused("type", &name, known, &alias.location));
        }
        let earlier = self.aliases.taken(owner, &name).map(|(earlier, by)| (&earlier.location, *by));
        let earlier = earlier.or_else(|| self.defines.get(&name).map(|define| (&define.location, Owner::Main)));
        let earlier = earlier.or_else(|| self.types.taken(owner, &name).map(|(other, by)| (&other.location, *by)));
        if let Some(earlier) = earlier {
            return Err(redefinition("type", &name, earlier, &alias.location));
        }
        let hidden = self.aliases.main.contains_key(&name);
        self.aliases.insert(owner, name, alias.clone());
        Ok(!hidden)
    }
}

/// The name that identifies a node: in lower case, and without special characters for a regular expression.
pub(crate) fn node_name(expression: &Expression) -> Option<EcoString> {
    match &expression.kind {
        Kind::Default => Some("default".into()),
        Kind::String(name) | Kind::Name(name) | Kind::Reserved(name) | Kind::TypeName(name) => {
            Some(name.to_lowercase())
        }
        Kind::Integer(number, _) => Some(eco_format!("{number}")),
        Kind::Float(number) => Some(eco_format!("{number}")),
        Kind::Regexp(pattern) => {
            let kept: String = pattern
                .to_lowercase()
                .chars()
                .filter(|letter| letter.is_ascii_alphanumeric() || "-_:.".contains(*letter))
                .collect();
            Some(eco_format!("__node_regexp__{}", kept.trim_start_matches('.')))
        }
        _ => None,
    }
}

fn lower(name: &str) -> EcoString {
    EcoString::from(name).to_ascii_lowercase()
}

fn to_location(location: &DefinitionLocation) -> Location {
    Location {
        source: location.source.clone(),
        span: diagnostics::Span { start: location.anchor, end: location.span.end },
    }
}

/// A name that is taken is reported as it is, with the line of the second definition.
fn redefined(known: &str, rest: &str, location: &DefinitionLocation, earlier: &DefinitionLocation) -> Interrupt {
    let [here, first] = [location, earlier].map(|location| to_location(location).without_column());
    Interrupt::verbatim(format!("{known} is already defined {first}{rest} {here}"))
        .focus(to_location(location))
        .label(to_location(earlier), "defined first here")
}

fn refused(kind: &str, name: &str, by: &str, location: &DefinitionLocation) -> Interrupt {
    Interrupt::unplaced(format!("Attempt to redefine entity '{AUTHORITY}/{kind}/{name}'. {by}"))
        .focus(to_location(location))
}

/// A function or type that an owner has defined before.
fn redefinition(
    kind: &str,
    name: &str,
    (earlier, owner): (&DefinitionLocation, Owner),
    location: &DefinitionLocation,
) -> Interrupt {
    let position = earlier.source.position(earlier.anchor);
    let at = |text: &str| format!("Originally set at {text}?line={}&pos={}.", position.line, position.column);
    let by = match (owner, earlier.source.name.as_str()) {
        (Owner::NamedFile, file) => format!("Originally set {file}."),
        (_, "") => at("string:"),
        (_, file) => at(&format!("file://{}", escaped(file))),
    };
    refused(kind, name, &by, location).label(to_location(earlier), "defined first here")
}

/// A path as part of a URI.
fn escaped(path: &str) -> String {
    let mut escaped = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/!$&'()*+,;=:@".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

/// Where Puppet's own types come from.
fn own_type(name: &str) -> Option<&'static str> {
    match parse_type(name) {
        Ok(Type::Reference(_)) | Err(_) => None,
        Ok(Type::Resource(_)) => Some("Set at unknown location"),
        Ok(_) => Some("Originally set by Puppet-Type-System/Static-Loader."),
    }
}
