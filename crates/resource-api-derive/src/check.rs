//! Checks a definition at compile time.

use std::{cell::RefCell, collections::HashSet};

use pcore::{Type, mismatch, parse_type, parse_type_with, regexp::Regexp, similar_type_name};
use quote::ToTokens;
use syn::{LitStr, spanned::Spanned};

use crate::{
    field_type,
    input::{Derive, Field, Input},
    keys, literal,
    problems::Problems,
};

/// Checks the whole definition.
pub fn check(input: &Input, problems: &mut Problems) {
    if input.derive == Derive::Resource {
        check_name(input, problems);
        check_identity(input, problems);
        check_relations(input, problems);
    }
    let mut names = HashSet::new();
    for field in &input.fields {
        if field.options.group.is_some() {
            check_group(field, problems);
            continue;
        }
        if !names.insert(field.name()) {
            let message = format!("there are two attributes called `{}`\nhelp: rename one of them", field.name());
            problems.at(field.name_span(), message);
        }
        check_attribute(field, problems);
    }
}

fn check_name(input: &Input, problems: &mut Problems) {
    let name = input.name();
    if !is_name(&name) {
        let span = input.options.name.as_ref().map_or_else(|| input.ident.span(), LitStr::span);
        problems.at(span, format!("`{name}` cannot be the name of a type\n{NAME_HELP}"));
    }
}

const NAME_HELP: &str = "help: use lower-case letters, digits and `_`, starting with a letter: `name = \"apt_key\"`";

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// A type needs a namevar, and every capture of a title pattern must be one. Groups may contain namevars that are not
/// visible here.
fn check_identity(input: &Input, problems: &mut Problems) {
    let namevars: Vec<String> = input.attributes().filter(|field| field.is("namevar")).map(Field::name).collect();
    if namevars.is_empty() && !input.has_groups() {
        let candidate = input.attributes().find(|field| matches!(field.name().as_str(), "name" | "id"));
        let field = candidate.map_or_else(
            || "the field that identifies a resource".to_owned(),
            |field| format!("the field `{}`", field.ident),
        );
        let span = candidate.map_or_else(|| input.ident.span(), |field| field.ident.span());
        let message = format!("`{}` has no namevar\nhelp: write `#[attribute(namevar)]` above {field}", input.ident);
        problems.at(span, message);
    }
    for title_pattern in &input.options.title_patterns {
        let literal = &title_pattern.pattern;
        match Regexp::new(&literal.value()) {
            Err(error) => problems.at(literal.span(), format!("this is not a regular expression: {error}")),
            Ok(pattern) => {
                let captured: Vec<&str> = pattern.capture_names().collect();
                if captured.is_empty() {
                    let message = "this pattern captures nothing\nhelp: name what it captures after a namevar: \
                                   `(?<name>.*)`";
                    problems.at(literal.span(), message);
                }
                for name in captured {
                    if !input.has_groups() && !namevars.iter().any(|namevar| namevar == name) {
                        let message = format!(
                            "this pattern captures `{name}`, which is not a namevar\n\
                             help: the namevars are {}",
                            namevars.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
                        );
                        problems.at(literal.span(), message);
                    }
                }
            }
        }
    }
}

/// `$source` must be an attribute. Other forms are checked when the definition is built.
fn check_relations(input: &Input, problems: &mut Problems) {
    if input.has_groups() {
        return;
    }
    for title in input.options.relations.iter().flat_map(|relation| &relation.titles) {
        let text = title.value();
        let Some(name) = text.strip_prefix('$').filter(|name| is_name(name)) else { continue };
        if !input.attributes().any(|field| field.name() == name) {
            let message = format!("`{}` has no attribute `{name}`\nhelp: write the name of a field", input.ident);
            problems.at(title.span(), message);
        }
    }
}

fn check_group(field: &Field, problems: &mut Problems) {
    let options = &field.options;
    let others = [
        options.behaviour.as_ref().map(ToTokens::to_token_stream),
        options.data_type.as_ref().map(ToTokens::to_token_stream),
        options.default.as_ref().map(ToTokens::to_token_stream),
        options.sensitive.as_ref().map(ToTokens::to_token_stream),
        options.lazy.as_ref().map(ToTokens::to_token_stream),
        options.name.as_ref().map(ToTokens::to_token_stream),
    ];
    for other in others.into_iter().flatten() {
        let message = "a group has no options: each of its attributes has its own\n\
                       help: move this into the struct of the group";
        problems.at(other.span(), message);
    }
}

fn check_attribute(field: &Field, problems: &mut Problems) {
    let name = field.name();
    if keys::reserved().chain([keys::INSYNC_TRIGGER]).any(|reserved| name == reserved) {
        let message = format!(
            "`{name}` cannot be the name of an attribute: every resource already has it\n\
             help: rename the field, or write `#[attribute(name = \"…\")]`"
        );
        problems.at(field.name_span(), message);
    } else if !is_name(&name) {
        problems.at(field.name_span(), format!("`{name}` cannot be the name of an attribute\n{NAME_HELP}"));
    }
    check_presence(field, problems);
    let inner = field_type::puppet_type(&field.field_type).and_then(|text| parse_type(&text).ok());
    let declared = match &field.options.data_type {
        Some(literal) => check_type(field, literal, inner.as_ref(), problems),
        None => inner,
    };
    if name == "ensure" {
        check_ensure(field, declared.as_ref(), problems);
    }
    if let (Some(expected), Some(default)) = (&declared, &field.options.default)
        && let Some(value) = literal::value(default)
        && let Some(reason) = mismatch::explain("", expected, &value)
    {
        let message = format!("this default does not fit: {}\nhelp: write a value of {expected}", reason.trim());
        problems.at(default.span(), message);
    }
}

/// An attribute that may be missing must be an `Option`.
fn check_presence(field: &Field, problems: &mut Problems) {
    let options = &field.options;
    let is_option = field_type::inside_option(&field.field_type).is_some();
    let text = field.type_text();
    if let Some(word) = &options.behaviour
        && word == "read_only"
    {
        if !is_option {
            let message = format!(
                "a read_only attribute cannot be set, so the desired state never contains it\n\
                 help: write `Option<{text}>`"
            );
            problems.at(field.field_type.span(), message);
        }
        if let Some(default) = &options.default {
            let message = "a read_only attribute cannot be set, so a default has no effect\n\
                           help: remove the default";
            problems.at(default.span(), message);
        }
    }
    if let Some(word) = &options.lazy {
        if field.is("namevar") || field.is("parameter") {
            let message = "only what a provider reads can be lazy: a property, read_only or init_only\n\
                           help: remove `lazy`";
            problems.at(word.span(), message);
        } else if !is_option && !field.is("read_only") {
            let message = format!(
                "a lazy attribute is missing unless it is requested\n\
                 help: write `Option<{text}>`"
            );
            problems.at(field.field_type.span(), message);
        }
    }
}

/// Parses the Puppet type of an attribute. `None` if it is invalid, or uses names that only a module defines.
fn check_type(field: &Field, literal: &LitStr, inner: Option<&Type>, problems: &mut Problems) -> Option<Type> {
    let text = literal.value();
    let unknown = RefCell::new(Vec::new());
    let names = |name: &str| {
        unknown.borrow_mut().push(name.to_owned());
        None
    };
    let declared = match parse_type_with(&text, &names) {
        Ok(declared) => declared,
        Err(diagnostic) => {
            let hints: String = diagnostic.hints.iter().map(|hint| format!("\nhelp: {hint}")).collect();
            problems.at(literal.span(), format!("`{text}` is not a Puppet type: {}{hints}", diagnostic.message));
            return None;
        }
    };
    let unknown = unknown.into_inner();
    for name in unknown.iter().filter(|name| !name.contains("::")) {
        // The types of modules have qualified names. An unknown single word is a mistake.
        if let Some(similar) = similar_type_name(name, []) {
            problems.at(literal.span(), format!("there is no Puppet type `{name}`\nhelp: write `{similar}`"));
        }
    }
    if !unknown.is_empty() {
        return None;
    }
    if let Some(inner) = inner {
        // A default or the title provides the value.
        let is_filled = field.options.default.is_some() || field.is("namevar");
        let fits = if is_filled { Type::optional(inner.clone()).accepts(&declared) } else { inner.accepts(&declared) };
        if !fits {
            let rust = field.type_text();
            let help = if Type::optional(inner.clone()).accepts(&declared) {
                format!("write `Option<{rust}>`")
            } else {
                format!("change the type of the field, or write a Puppet type within `{inner}`")
            };
            let message = format!("not every value of `{text}` fits into `{rust}`\nhelp: {help}");
            problems.at(literal.span(), message);
            return None;
        }
    }
    Some(declared)
}

fn check_ensure(field: &Field, declared: Option<&Type>, problems: &mut Problems) {
    const ALLOWED: [&str; 4] = [
        "Enum[present, absent]",
        "Optional[Enum[present, absent]]",
        "Variant[Undef, Enum[present, absent]]",
        "Variant[Enum[present, absent], Undef]",
    ];
    let is_allowed =
        declared.is_some_and(|declared| ALLOWED.iter().any(|text| parse_type(text).as_ref() == Ok(declared)));
    if !is_allowed {
        let span = match &field.options.data_type {
            Some(literal) => literal.span(),
            None => field.field_type.span(),
        };
        let message = "`ensure` can only be present or absent\n\
                       help: write `ensure: Ensure` or `ensure: Option<Ensure>`, or call the attribute something else";
        problems.at(span, message);
    }
    if let Some(word) = &field.options.behaviour {
        problems.at(word.span(), format!("`ensure` is always a property\nhelp: remove `{word}`"));
    }
}
