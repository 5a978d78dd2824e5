//! The options in `#[resource(…)]` and `#[attribute(…)]`.

use proc_macro2::Span;
use syn::{
    Attribute, Error, Expr, Ident, LitStr, Path, Result, Token, bracketed, ext::IdentExt, meta::ParseNestedMeta,
    parenthesized, parse::ParseStream, punctuated::Punctuated, spanned::Spanned, token::Bracket,
};

use crate::{
    input::{Derive, Extra, Relation, TitlePattern, path_text},
    keys::{ATTRIBUTE_KEYS, RELATIONS, TYPE_KEYS},
    literal,
    problems::Problems,
    suggest,
};

const FEATURES: [&str; 8] = [
    "supports_noop",
    "canonicalize",
    "custom_insync",
    "remote_resource",
    "simple_get_filter",
    "custom_generate",
    "refreshable",
    "ensure_states",
];

const BEHAVIOURS: [&str; 4] = ["namevar", "parameter", "read_only", "init_only"];

/// The other options of an attribute, apart from the keys beyond the specification.
const ATTRIBUTE_OPTIONS: [&str; 6] = ["type", "default", "sensitive", "lazy", "name", "group"];

/// The options of a type.
#[derive(Default)]
pub struct TypeOptions {
    pub name: Option<LitStr>,
    pub features: Vec<Ident>,
    pub title_patterns: Vec<TitlePattern>,
    pub relations: Vec<Relation>,
    pub extra: Vec<Extra>,
}

/// The options of an attribute.
#[derive(Default)]
pub struct AttributeOptions {
    pub behaviour: Option<Ident>,
    pub data_type: Option<LitStr>,
    pub default: Option<Expr>,
    pub sensitive: Option<Ident>,
    pub lazy: Option<Ident>,
    pub name: Option<LitStr>,
    pub group: Option<Ident>,
    pub extra: Vec<Extra>,
}

/// Parses all `#[resource(…)]` attributes.
pub fn of_type(attributes: &[Attribute], derive: Derive, problems: &mut Problems) -> TypeOptions {
    let mut options = TypeOptions::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("resource")) {
        let read = match derive {
            Derive::Resource => attribute.parse_nested_meta(|meta| options.read(&meta)),
            Derive::AttributeGroup => Err(Error::new(
                attribute.path().span(),
                "a group of attributes is not a type of its own\nhelp: move these options to the types that use it",
            )),
        };
        problems.keep(read);
    }
    options
}

/// Parses all `#[attribute(…)]` attributes.
pub fn of_attribute(attributes: &[Attribute], problems: &mut Problems) -> AttributeOptions {
    let mut options = AttributeOptions::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("attribute")) {
        problems.keep(attribute.parse_nested_meta(|meta| options.read(&meta)));
    }
    options
}

impl TypeOptions {
    fn read(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let word = word(&meta.path)?;
        match word.to_string().as_str() {
            "name" => once(&mut self.name, &word, text(meta, "name = \"apt_key\"")?),
            "features" => {
                let features = list(meta, "features(canonicalize)", Ident::parse_any)?;
                for feature in &features {
                    if !FEATURES.contains(&feature.to_string().as_str()) {
                        return Err(unknown(feature, "a feature", &FEATURES));
                    }
                }
                self.features.extend(features);
                Ok(())
            }
            "title_pattern" => {
                let example = "title_pattern(r\"^(?<name>.*)$\", \"the name alone\")";
                let texts = list(meta, example, quoted)?;
                let [pattern, description] = <[LitStr; 2]>::try_from(texts)
                    .map_err(|_| expected(word.span(), "a pattern and a description", example))?;
                self.title_patterns.push(TitlePattern { pattern, description });
                Ok(())
            }
            key if RELATIONS.contains(&key) => {
                let entries = list(meta, &format!("{key}(file = \"$source\")"), |input| relation(&word, input))?;
                self.relations.extend(entries);
                Ok(())
            }
            "extra" => {
                self.extra.extend(extra(meta)?);
                Ok(())
            }
            key if TYPE_KEYS.contains(&key) => {
                self.extra.push(entry(&word, meta.value()?)?);
                Ok(())
            }
            _ => {
                let known = [&["name", "features", "title_pattern"][..], &RELATIONS, &["extra"]].concat();
                Err(unknown(&word, "an option of a resource", &known))
            }
        }
    }
}

impl AttributeOptions {
    fn read(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let word = word(&meta.path)?;
        match word.to_string().as_str() {
            behaviour if BEHAVIOURS.contains(&behaviour) => match &self.behaviour {
                Some(first) if *first != word => {
                    let message = format!(
                        "this attribute is `{first}` already, and an attribute has one behaviour\n\
                         help: remove `{first}` or `{word}`"
                    );
                    Err(Error::new(word.span(), message))
                }
                _ => once(&mut self.behaviour, &word, word.clone()),
            },
            "type" => once(&mut self.data_type, &word, text(meta, "type = \"Integer[1, 10]\"")?),
            "default" => {
                let value = meta.value().and_then(|input| input.parse());
                let value = value.map_err(|error| expected(error.span(), "a value", "default = 8080"))?;
                once(&mut self.default, &word, value)
            }
            "sensitive" => once(&mut self.sensitive, &word, word.clone()),
            "lazy" => once(&mut self.lazy, &word, word.clone()),
            "name" => once(&mut self.name, &word, text(meta, "name = \"type\"")?),
            "group" => once(&mut self.group, &word, word.clone()),
            "extra" => {
                self.extra.extend(extra(meta)?);
                Ok(())
            }
            key if ATTRIBUTE_KEYS.contains(&key) => {
                self.extra.push(entry(&word, meta.value()?)?);
                Ok(())
            }
            _ => {
                let known = [&BEHAVIOURS[..], &ATTRIBUTE_OPTIONS, &ATTRIBUTE_KEYS, &["extra"]].concat();
                Err(unknown(&word, "an option of an attribute", &known))
            }
        }
    }
}

fn word(path: &Path) -> Result<Ident> {
    path.get_ident().cloned().ok_or_else(|| Error::new(path.span(), "expected one word"))
}

fn once<T>(slot: &mut Option<T>, word: &Ident, value: T) -> Result<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(Error::new(word.span(), format!("`{word}` is a duplicate option\nhelp: remove one of them"))),
    }
}

fn unknown(word: &Ident, what: &str, known: &[&str]) -> Error {
    Error::new(word.span(), format!("`{word}` is not {what}\n{}", suggest::help(&word.to_string(), known)))
}

fn expected(span: Span, what: &str, example: &str) -> Error {
    Error::new(span, format!("expected {what}\nhelp: write `{example}`"))
}

fn text(meta: &ParseNestedMeta<'_>, example: &str) -> Result<LitStr> {
    let text = meta.value().and_then(|input| input.parse::<LitStr>());
    text.map_err(|error| expected(error.span(), "a text in quotes", example))
}

fn quoted(input: ParseStream<'_>) -> Result<LitStr> {
    input.parse()
}

/// Parses a comma-separated list in parentheses.
fn list<T>(meta: &ParseNestedMeta<'_>, example: &str, item: impl Fn(ParseStream<'_>) -> Result<T>) -> Result<Vec<T>> {
    if !meta.input.peek(syn::token::Paren) {
        return Err(expected(meta.path.span(), "parentheses", example));
    }
    let content;
    parenthesized!(content in meta.input);
    let mut items = Vec::new();
    while !content.is_empty() {
        items.push(item(&content)?);
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    Ok(items)
}

/// Parses `file = "$source"`, `file = ["$source", "/etc"]` or `ssh::key = "root"`.
fn relation(key: &Ident, input: ParseStream<'_>) -> Result<Relation> {
    let other = path_text(&input.call(Path::parse_mod_style)?);
    input.parse::<Token![=]>()?;
    let titles = if input.peek(Bracket) {
        let content;
        bracketed!(content in input);
        Punctuated::<LitStr, Token![,]>::parse_terminated(&content)?.into_iter().collect()
    } else {
        vec![input.parse()?]
    };
    Ok(Relation { key: key.clone(), other, titles })
}

const EXTRA_EXAMPLE: &str = "extra(since = \"2.0\")";

fn extra(meta: &ParseNestedMeta<'_>) -> Result<Vec<Extra>> {
    list(meta, EXTRA_EXAMPLE, |input| {
        let key = input.call(Ident::parse_any)?;
        input.parse::<Token![=]>()?;
        entry(&key, input)
    })
}

fn entry(key: &Ident, input: ParseStream<'_>) -> Result<Extra> {
    let value: Expr = input.parse()?;
    match literal::value(&value) {
        Some(value) => Ok(Extra { key: key.unraw().to_string(), value }),
        None => Err(expected(value.span(), "a text, a number, a truth value or a list of them", EXTRA_EXAMPLE)),
    }
}
