//! The parsed input: the struct, its fields, and their options, before they are checked.

use pcore::Value;
use proc_macro2::Span;
use quote::ToTokens;
use syn::{Data, DeriveInput, Error, Fields, Ident, LitStr, Path, Result, Type, ext::IdentExt, spanned::Spanned};

use crate::{
    documentation::description,
    options::{self, AttributeOptions, TypeOptions},
    problems::Problems,
};

/// The derive macro that is being expanded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Derive {
    Resource,
    AttributeGroup,
}

pub struct Input {
    pub derive: Derive,
    pub ident: Ident,
    pub description: Option<String>,
    pub options: TypeOptions,
    pub fields: Vec<Field>,
}

pub struct Field {
    pub ident: Ident,
    pub field_type: Type,
    pub description: Option<String>,
    pub options: AttributeOptions,
}

/// A title pattern with its description.
pub struct TitlePattern {
    pub pattern: LitStr,
    pub description: LitStr,
}

/// One entry of `autorequire` or a similar option.
pub struct Relation {
    pub key: Ident,
    pub other: String,
    pub titles: Vec<LitStr>,
}

/// A key that the runtime does not know.
pub struct Extra {
    pub key: String,
    pub value: Value,
}

impl Input {
    /// Parses a struct. Invalid options are added to `problems`.
    pub fn read(input: &DeriveInput, derive: Derive, problems: &mut Problems) -> Option<Input> {
        let fields = problems.keep(named_fields(input))?;
        let fields = fields.named.iter().filter_map(|field| {
            Some(Field {
                ident: field.ident.clone()?,
                field_type: field.ty.clone(),
                description: description(&field.attrs),
                options: options::of_attribute(&field.attrs, problems),
            })
        });
        let fields = fields.collect();
        Some(Input {
            derive,
            ident: input.ident.clone(),
            description: description(&input.attrs),
            options: options::of_type(&input.attrs, derive, problems),
            fields,
        })
    }

    /// The name of the type: the given one, or the struct's name in snake case.
    pub fn name(&self) -> String {
        self.options.name.as_ref().map_or_else(|| snake_case(&self.ident.unraw().to_string()), LitStr::value)
    }

    /// The fields that are attributes themselves.
    pub fn attributes(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.options.group.is_none())
    }

    /// Whether there may be attributes that are not visible in this struct.
    pub fn has_groups(&self) -> bool {
        self.fields.iter().any(|field| field.options.group.is_some())
    }
}

impl Field {
    /// The name of the attribute.
    pub fn name(&self) -> String {
        self.options.name.as_ref().map_or_else(|| self.ident.unraw().to_string(), LitStr::value)
    }

    /// The span of the name.
    pub fn name_span(&self) -> Span {
        self.options.name.as_ref().map_or_else(|| self.ident.span(), LitStr::span)
    }

    /// The Rust type as a person would write it.
    pub fn type_text(&self) -> String {
        self.field_type.to_token_stream().to_string().replace(' ', "").replace(',', ", ")
    }

    pub fn is(&self, behaviour: &str) -> bool {
        self.options.behaviour.as_ref().is_some_and(|word| word == behaviour)
    }
}

fn named_fields(input: &DeriveInput) -> Result<&syn::FieldsNamed> {
    let help = "help: write a struct whose fields have names: `struct Note { name: String }`";
    let found = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                if let Some(parameter) = input.generics.params.first() {
                    let message = "the attributes of a type are always the same, so its struct cannot have parameters\n\
                                   help: write the types out";
                    return Err(Error::new(parameter.span(), message));
                }
                return Ok(fields);
            }
            Fields::Unnamed(_) => "the fields of a tuple have no names, and attributes need them",
            Fields::Unit => "a resource has at least the attribute that names it",
        },
        Data::Enum(_) => "an enum has no attributes",
        Data::Union(_) => "a union has no attributes",
    };
    Err(Error::new(input.ident.span(), format!("{found}\n{help}")))
}

/// Converts `AptKey` to `apt_key`, and `HTTPServer` to `http_server`.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::with_capacity(name.len() + 4);
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| letters[index]);
        let begins_word = before.is_some_and(|before| {
            let ends_capitals = before.is_uppercase() && letters.get(index + 1).is_some_and(|next| next.is_lowercase());
            letter.is_uppercase() && before != '_' && (!before.is_uppercase() || ends_capitals)
        });
        if begins_word {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// Converts a path to text: `ssh::key`.
pub fn path_text(path: &Path) -> String {
    let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
    words.join("::")
}
