//! Fields of structs, and the enums that they need.

use diagnostics::Problem;
use std::fmt::Write;

use ecow::EcoString;
use model::{Feature, FeatureKind, ModelType};
use pcore::{Type, names::capitalized, types::EnumType};
use rustc_hash::FxHashSet;

use super::{data_type_name, holds_itself};
use crate::{
    names::ClassNames,
    relations::{Models, must_be_given, subtypes},
};

/// Writes the fields of a struct.
pub(super) struct Fields<'f> {
    pub classes: &'f ClassNames,
    pub models: &'f Models,
    /// The enums that were written for fields.
    pub enums: String,
    /// The names of all structs and enums.
    pub taken: &'f mut FxHashSet<String>,
}

impl Fields<'_> {
    /// Writes a field with its serde attributes.
    pub fn write(
        &mut self,
        model: &ModelType,
        feature: &Feature,
        member: &str,
        out: &mut String,
    ) -> Result<(), Problem> {
        let element = match &feature.kind {
            FeatureKind::Attribute(data_type) => match data_type.resolved() {
                Type::Enum(words) if !words.case_insensitive && !words.values.is_empty() => {
                    self.enumeration(model, feature, words)?
                }
                _ => data_type_name(data_type).to_owned(),
            },
            FeatureKind::Reference { containment: false, .. } => String::from("String"),
            FeatureKind::Reference { target, containment: true } => self.contained(model, feature, target),
        };
        let is_list = feature.multiplicity.is_list();
        let (whole, serde) = match (is_list, feature.unsettable && !feature.multiplicity.is_required()) {
            (true, true) => (
                format!("Option<Vec<{element}>>"),
                "default, deserialize_with = \"given_list\", skip_serializing_if = \"Option::is_none\"",
            ),
            (true, false) if must_be_given(model, feature) => (format!("Vec<{element}>"), ""),
            (true, false) => (
                format!("Vec<{element}>"),
                "default, deserialize_with = \"list\", skip_serializing_if = \"Vec::is_empty\"",
            ),
            (false, true) => (
                format!("Option<Option<{element}>>"),
                "default, deserialize_with = \"given\", skip_serializing_if = \"Option::is_none\"",
            ),
            (false, false) if must_be_given(model, feature) => (element, ""),
            (false, false) => (format!("Option<{element}>"), "default, skip_serializing_if = \"Option::is_none\""),
        };
        let rename = if member == feature.name { String::new() } else { format!("rename = {:?}", &*feature.name) };
        let settings: Vec<&str> = [rename.as_str(), serde].into_iter().filter(|setting| !setting.is_empty()).collect();
        if !settings.is_empty() {
            let _ = writeln!(out, "    #[serde({})]", settings.join(", "));
        }
        let _ = writeln!(out, "    pub {member}: {whole},");
        Ok(())
    }

    fn contained(&self, model: &ModelType, feature: &Feature, target: &str) -> String {
        let class = self.classes.get(target);
        let name = match subtypes(self.models, target).is_empty() {
            true => class.to_owned(),
            false => format!("Any{class}"),
        };
        let needs_box = !feature.multiplicity.is_list() && holds_itself(self.models, target, &model.name);
        if needs_box { format!("Box<{name}>") } else { name }
    }

    fn enumeration(&mut self, model: &ModelType, feature: &Feature, words: &EnumType) -> Result<String, Problem> {
        let mut name = self.classes.get(&model.name).to_owned();
        for word in feature.name.split('_') {
            name.push_str(&capitalized(word));
        }
        while self.taken.contains(&name) {
            name.push('_');
        }
        self.taken.insert(name.clone());
        let _ = write!(
            self.enums,
            "\n/// What `{}` of `{}` may be.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]\n\
             pub enum {name} {{\n",
            feature.name, model.name
        );
        let mut variants: Vec<String> = Vec::new();
        for word in &words.values {
            let mut variant = variant_name(word);
            while variants.contains(&variant) {
                variant.push('_');
            }
            let shown = if word.is_empty() { "nothing" } else { word.as_str() };
            let _ = writeln!(
                self.enums,
                "    /// `{}`\n    #[serde(rename = {:?})]\n    {variant},",
                shown.escape_debug(),
                word.as_str()
            );
            variants.push(variant);
        }
        self.enums.push_str("}\n");
        Ok(name)
    }
}

/// `/bin/sh` as `BinSh`.
fn variant_name(word: &EcoString) -> String {
    let parts = word.split(|character: char| !character.is_ascii_alphanumeric());
    let name: String = parts.map(capitalized).collect();
    match name.chars().next() {
        None => String::from("Empty"),
        Some(first) if first.is_ascii_digit() => format!("V{name}"),
        Some(_) if name == "Self" => String::from("Self_"),
        Some(_) => name,
    }
}
