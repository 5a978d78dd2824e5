//! Bookkeeping over all older types that Debian has, and those of Puppet itself: what the Ruby parser sees of a type is in
//! the result, or in the list of what could not be carried over.
//!
//! Two books are kept. The first goes from what was read to what was made of it. The second does not trust the reading:
//! it finds every statement of a definition in the tree of the Ruby parser, and looks for its line.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Source;
use migration::{Migration, Options, Unsupported, migrate};
use model::{Feature, FeatureKind, resource};
use pcore::{Type, Value};
use ruby_metadata::{
    outline::{AttributeOutline, TypeOutline},
    read_outlines,
};
use ruby_prism::{CallNode, ClassNode, DefNode, ModuleNode, Visit};

use super::{root, source, type_files};

/// Where the types of Puppet itself are.
const PUPPET: &str = "/usr/lib/ruby/vendor_ruby/puppet/type";

#[derive(Default)]
struct Counts {
    types: usize,
    /// Types of which the text does not tell all attributes.
    incomplete: usize,
    carried: BTreeMap<&'static str, usize>,
    listed: BTreeMap<String, usize>,
}

#[test]
fn all_that_the_parser_sees_of_debians_types_is_carried_over_or_listed() {
    let modules = root().join("target/debian-modules/packages");
    let mut files = type_files(&modules);
    if files.is_empty() {
        skip_test::skip!("modules are not in target/debian-modules: the types of Debian are migrated");
    }
    let own = std::fs::read_dir(PUPPET).into_iter().flatten().map(|entry| entry.unwrap().path());
    files.extend(own.filter(|path| path.extension().is_some_and(|extension| extension == "rb")));
    if files.is_empty() {
        return;
    }
    let mut counts = Counts::default();
    let mut failed = Vec::new();
    let mut seen = 0;
    for file in &files {
        let source = source(file);
        if !source.text.contains("newtype") {
            continue;
        }
        seen += 1;
        match migrate(&source, Options::default()) {
            Ok(migrated) => account(&source, &migrated, &mut counts),
            Err(error) => failed.push(format!("{}: {error}", source.name)),
        }
    }
    println!("{} of {seen} types migrated, {} of them perhaps without an attribute", counts.types, counts.incomplete);
    println!("carried over: {:?}", counts.carried);
    println!("listed: {:?}", counts.listed);
    println!("not migrated: {failed:#?}");
    assert!((counts.types - counts.incomplete) * 100 >= seen * 80, "{failed:#?}");
}

/// The same for the older types of our test modules, which are always there.
#[test]
fn all_that_the_parser_sees_of_our_older_types_is_carried_over_or_listed() {
    let mut counts = Counts::default();
    for file in type_files(&root().join("crates")) {
        let source = source(&file);
        if let (true, Ok(migrated)) = (source.text.contains("newtype"), migrate(&source, Options::default())) {
            account(&source, &migrated, &mut counts);
        }
    }
    println!("{} types: {:?} {:?}", counts.types, counts.carried, counts.listed);
    assert!(counts.types >= 10);
}

/// Checks both books for a type.
fn account(source: &Source, migrated: &Migration, counts: &mut Counts) {
    let outline = read_outlines(source).unwrap().remove(0);
    counts.types += 1;
    counts.incomplete += usize::from(migrated.unsupported.iter().any(|part| part.what == "attributes"));
    for part in &migrated.unsupported {
        *counts.listed.entry(part.what.to_string()).or_default() += 1;
    }
    read_to_made(source, &outline, migrated, counts);
    let mut lines = carried_lines(source, &outline);
    for part in &migrated.unsupported {
        assert_eq!(part.position, source.position(part.span.start), "{}", source.name);
        lines.insert(part.position.line);
    }
    let statements = seen_to_lines(source, &lines);
    assert!(statements > 0 || outline.attributes.is_empty(), "{}", source.name);
    // Everything that is listed is marked in the text, too.
    for part in &migrated.unsupported {
        let line = part.position.line;
        let mark = format!("# not carried over, line {line}: {}: {}", part.subject(), part.reason);
        assert!(migrated.text.contains(&mark), "{}: {mark}", source.name);
    }
}

/// The first book: what was read is in the type, or listed.
fn read_to_made(source: &Source, outline: &TypeOutline, migrated: &Migration, counts: &mut Counts) {
    let file = &source.name;
    let definition = resource::definition(&migrated.model).unwrap();
    let made = definition.as_hash().unwrap();
    if let Some(text) = &outline.description {
        let found = made.get_str("desc").and_then(Value::as_str).unwrap_or_default();
        assert_eq!(words(found), words(&text.value), "{file}: the description of the type");
        *counts.carried.entry("desc").or_default() += 1;
    }
    for attribute in &outline.attributes {
        let name = &attribute.name;
        let listed = |what: &str| {
            let is_it = |part: &&Unsupported| part.attribute.as_ref() == Some(name) && part.what == what;
            migrated.unsupported.iter().any(|part| is_it(&part))
        };
        let Some(feature) = migrated.model.feature(name) else {
            assert!(listed("attribute"), "{file}: {name} is missing");
            continue;
        };
        *counts.carried.entry("attribute").or_default() += 1;
        if let Some(text) = &attribute.description {
            let found = feature.description.as_deref().unwrap_or_default();
            assert_eq!(words(found), words(&text.value), "{file}: the description of {name}");
            *counts.carried.entry("desc").or_default() += 1;
        }
        for value in &attribute.values {
            assert!(takes(feature, &value.value), "{file}: {name} does not take {}", value.value);
        }
        *counts.carried.entry("values").or_default() += usize::from(!attribute.values.is_empty());
        default(file, attribute, feature, listed("default"), counts);
        if attribute.validation.is_some() && !listed("validate") {
            let is_read_only = feature.behaviour == Some(model::Behaviour::ReadOnly);
            assert!(feature.validate.is_some() || is_read_only, "{file}: what {name} refuses");
            *counts.carried.entry("validate").or_default() += 1;
        }
        if attribute.is_list.is_some() {
            assert!(feature.multiplicity.is_list(), "{file}: {name} is a list");
        }
    }
    if outline.validation.is_some() {
        let is_listed = migrated.unsupported.iter().any(|f| f.what == "validate" && f.attribute.is_none());
        assert!(is_listed != (migrated.model.invariants.len() == 1), "{file}: what the type refuses");
        *counts.carried.entry("invariant").or_default() += migrated.model.invariants.len();
    }
    for relation in &outline.relations {
        let found = made.get_str(&relation.word).and_then(Value::as_hash).and_then(|all| all.get_str(&relation.target));
        let is_listed = migrated.unsupported.iter().any(|part| part.span == relation.span);
        assert!(is_listed || found.is_some(), "{file}: {} {}", relation.word, relation.target);
        *counts.carried.entry("relation").or_default() += usize::from(!is_listed);
    }
}

fn default(file: &str, attribute: &AttributeOutline, feature: &Feature, is_listed: bool, counts: &mut Counts) {
    let Some(default) = &attribute.default else { return };
    match &feature.default {
        None => assert!(is_listed, "{file}: the default of {}", attribute.name),
        Some(found) => {
            let flat = |value: &Value| match value {
                Value::Array(items) => items.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
                other => other.to_string(),
            };
            assert_eq!(flat(found), flat(&default.value), "{file}: the default of {}", attribute.name);
            *counts.carried.entry("default").or_default() += 1;
        }
    }
}

/// Whether a feature takes a value of a list.
fn takes(feature: &Feature, value: &Value) -> bool {
    let FeatureKind::Attribute(data_type) = &feature.kind else { return false };
    let check = feature.check.as_ref().map(|check| check.location().span.of(&check.source.text).to_owned());
    match (value, data_type) {
        (Value::Regexp(pattern), _) => check.is_some_and(|check| {
            check.contains(&pattern.to_string()) || check.contains(&pattern.source().replace('\\', "\\\\"))
        }),
        (value, Type::Enum(words)) => words.is_instance(&value.to_string()),
        (value, Type::Boolean(_)) => matches!(value.to_string().as_str(), "true" | "false"),
        (value, _) => check.is_some_and(|check| check.contains(&format!("'{value}'"))),
    }
}

/// A text without its layout.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The lines of all that was read as data. What of it could not be carried over is checked by the first book.
fn carried_lines(source: &Source, outline: &TypeOutline) -> BTreeSet<usize> {
    let mut spans = vec![outline.span];
    spans.extend(outline.description.iter().map(|text| text.span));
    spans.extend(outline.relations.iter().map(|relation| relation.span));
    spans.extend(outline.validation.iter().map(|validation| validation.span));
    for attribute in &outline.attributes {
        spans.push(attribute.span);
        spans.extend(attribute.description.iter().map(|text| text.span));
        spans.extend(attribute.values.iter().map(|value| value.span));
        spans.extend(attribute.aliases.iter().map(|alias| alias.span));
        spans.extend(attribute.default.iter().map(|default| default.span));
        spans.extend(attribute.validation.iter().map(|validation| validation.span));
        spans.extend([attribute.is_list, attribute.is_boolean, attribute.is_required].into_iter().flatten());
    }
    spans.into_iter().map(|span| source.position(span.start).line).collect()
}

/// The second book: every statement of a definition that stands in the text has a line that is accounted for. Returns how
/// many there are.
fn seen_to_lines(source: &Source, lines: &BTreeSet<usize>) -> usize {
    let parsed = ruby_prism::parse(source.text.as_bytes());
    let mut statements = Statements { is_in_type: false, found: Vec::new() };
    statements.visit(&parsed.node());
    for (word, start) in &statements.found {
        let line = source.position(*start).line;
        assert!(lines.contains(&line), "{}:{line}: {word} is neither carried over nor listed", source.name);
    }
    statements.found.len()
}

/// The words that define something.
const WORDS: [&str; 23] = [
    "newparam",
    "newproperty",
    "ensurable",
    "newvalues",
    "newvalue",
    "aliasvalue",
    "defaultto",
    "defaultvalues",
    "desc",
    "munge",
    "unmunge",
    "validate",
    "isrequired",
    "autorequire",
    "autobefore",
    "autosubscribe",
    "autonotify",
    "feature",
    "provide",
    "include",
    "extend",
    "apply_to_device",
    "attr_accessor",
];

/// Those whose blocks are code rather than definitions.
const CODE: [&str; 10] = [
    "newvalue",
    "defaultto",
    "munge",
    "unmunge",
    "validate",
    "autorequire",
    "autobefore",
    "autosubscribe",
    "autonotify",
    "feature",
];

struct Statements {
    is_in_type: bool,
    found: Vec<(String, u32)>,
}

impl<'pr> Visit<'pr> for Statements {
    fn visit_call_node(&mut self, node: &CallNode<'pr>) {
        let name = String::from_utf8_lossy(node.name().as_slice()).into_owned();
        if name == "newtype" {
            self.is_in_type = true;
            ruby_prism::visit_call_node(self, node);
            self.is_in_type = false;
            return;
        }
        if self.is_in_type && node.receiver().is_none() && WORDS.contains(&name.as_str()) {
            let is_code = CODE.contains(&name.as_str());
            self.found.push((name, node.location().start()));
            if is_code {
                return;
            }
        }
        ruby_prism::visit_call_node(self, node);
    }

    // A method is a statement; what it does is its own business, unless the type calls it.
    fn visit_def_node(&mut self, node: &DefNode<'pr>) {
        if self.is_in_type {
            self.found.push((String::from_utf8_lossy(node.name().as_slice()).into_owned(), node.location().start()));
        }
    }

    // So is a class.
    fn visit_class_node(&mut self, node: &ClassNode<'pr>) {
        if self.is_in_type {
            self.found.push((String::from_utf8_lossy(node.name().as_slice()).into_owned(), node.location().start()));
        } else {
            ruby_prism::visit_class_node(self, node);
        }
    }

    fn visit_module_node(&mut self, node: &ModuleNode<'pr>) {
        if !self.is_in_type {
            ruby_prism::visit_module_node(self, node);
        }
    }
}
