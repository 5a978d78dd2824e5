//! Migrates an attribute: its type, checks, default and description.

use pcore::Value;
use ruby_metadata::{
    AttributeKind,
    outline::{AttributeOutline, Remark, RemarkKind, TypeOutline},
};

use crate::{
    Options, Unsupported, data_type,
    layout::Attribute,
    literal::{self, is_feature_name, quoted, scalar},
    logic,
    values::{self, Shape, boolean_of},
};

/// Writes an attribute; `None` if the language cannot express it.
pub(crate) fn attribute(
    outline: &TypeOutline,
    attribute: &AttributeOutline,
    options: Options,
    unsupported: &mut Vec<Unsupported>,
) -> Option<Attribute> {
    let mut reporter = Reporter { attribute, unsupported };
    if !is_feature_name(&attribute.name) {
        let reason =
            "its name is not valid in the language: use lower-case letters, digits and '_', but not 'it' or 'meta'";
        reporter.note("attribute", reason, attribute.span);
        return None;
    }
    reporter.unsupported.extend(attribute.remarks.iter().map(|remark| Unsupported::from(remark).of(&attribute.name)));
    let shape = if outline.is_legacy { values::shape(attribute) } else { reporter.data_type() };
    let validation = reporter.validation();
    let behaviour = match reporter.behaviour(outline.is_legacy) {
        None if validation.as_deref() == Some(ALWAYS) => Some("read_only"),
        reporter => reporter,
    };
    let mut written =
        Attribute { name: attribute.name.to_string(), data_type: shape.data_type.clone(), settings: Vec::new() };
    let mut set = |name: &'static str, value: Option<String>| written.settings.extend(value.map(|value| (name, value)));
    set("behaviour", behaviour.map(str::to_owned));
    let is_required = attribute.is_required.is_some() && behaviour != Some("namevar");
    set("min", is_required.then(|| "1".to_owned()));
    set("max", shape.max.clone());
    set("default", reporter.default(outline.is_legacy, &shape));
    set("validate", validation.filter(|validation| validation != ALWAYS));
    set("set", shape.set.clone());
    set("check", shape.check.clone());
    let description = attribute.description.as_ref().filter(|_| options.descriptions);
    set("desc", description.map(|text| quoted(&described(&text.value, outline.is_legacy))));
    Some(written)
}

/// The validation of a property that refuses every value.
const ALWAYS: &str = "";

/// Descriptions of legacy types are indented like the code around them; Puppet removes the indentation.
pub(crate) fn described(text: &str, is_legacy: bool) -> String {
    if !is_legacy {
        return text.to_owned();
    }
    let lines = || text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let indent = lines().map(|line| line.len() - line.trim_start_matches([' ', '\t']).len()).min().unwrap_or(0);
    let stripped = text.lines().enumerate().map(|(position, line)| match position {
        0 => line.trim_end(),
        _ => line.get(indent..).unwrap_or_default().trim_end(),
    });
    stripped.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Migrates an attribute, and reports what is unsupported.
struct Reporter<'a> {
    attribute: &'a AttributeOutline,
    unsupported: &'a mut Vec<Unsupported>,
}

impl Reporter<'_> {
    fn note(&mut self, what: &str, reason: &str, span: diagnostics::Span) {
        self.unsupported.push(Unsupported::new(what, reason, span).of(&self.attribute.name));
    }

    fn data_type(&mut self) -> Shape {
        let any = || Shape { data_type: Some("Any".into()), ..Shape::default() };
        let Some(written) = &self.attribute.data_type else {
            let is_reported = |remark: &Remark| matches!(&remark.kind, RemarkKind::Unknown(key) if key == "type");
            if !self.attribute.remarks.iter().any(is_reported) {
                self.note("type", "it is not in the text", self.attribute.span);
            }
            return any();
        };
        match data_type::shape(&written.value) {
            Ok((shape, only_secret)) => {
                if only_secret {
                    let reason = "a type of the language accepts values whether or not they are Sensitive";
                    self.note("type", reason, written.span);
                }
                shape
            }
            Err(reason) => {
                self.note("type", &reason, written.span);
                any()
            }
        }
    }

    fn behaviour(&mut self, is_legacy: bool) -> Option<&'static str> {
        if is_legacy {
            return match self.attribute.kind {
                _ if self.attribute.is_namevar() => Some("namevar"),
                AttributeKind::Namevar => Some("namevar"),
                AttributeKind::Parameter => Some("parameter"),
                AttributeKind::Property => None,
            };
        }
        let written = self.attribute.behaviour.as_ref()?;
        let known = ["namevar", "parameter", "read_only", "init_only"];
        let behaviour = known.into_iter().find(|known| *known == written.value);
        if behaviour.is_none() {
            self.note("behaviour", &format!("'{}' is not supported", written.value), written.span);
        }
        behaviour
    }

    /// The validation as a block; [`ALWAYS`] if a property refuses every value.
    fn validation(&mut self) -> Option<String> {
        let validation = self.attribute.validation.as_ref()?;
        let refusals = &validation.value;
        let is_always = refusals.len() == 1 && refusals.iter().all(|refusal| refusal.condition.is_none());
        if is_always && self.attribute.kind == AttributeKind::Property {
            return Some(ALWAYS.to_owned());
        }
        let block = logic::block(refusals, 4).filter(|_| logic::attributes(refusals).is_empty());
        if block.is_none() {
            let reason = "it contains a condition that logic of the language cannot express";
            self.note("validate", reason, validation.span);
        }
        block
    }

    fn default(&mut self, is_legacy: bool, shape: &Shape) -> Option<String> {
        let default = self.attribute.default.as_ref()?;
        let written = match &default.value {
            Value::Undef => Err("there is none: it is nil"),
            Value::Symbol(word) if word == "undef" => Err("there is none: it is undef"),
            // Puppet ignores a default of false.
            Value::Boolean(false) if is_legacy && self.attribute.kind == AttributeKind::Property => {
                Err("Puppet ignores the default 'false' of a property")
            }
            Value::Array(items) if shape.max.is_some() && items.len() == 1 => {
                items.first().map_or(Err(NOT_A_LITERAL), |item| of_shape(item, shape))
            }
            value => of_shape(value, shape),
        };
        written.map_err(|reason| self.note("default", reason, default.span)).ok()
    }
}

const NOT_A_LITERAL: &str = "a default must be a number, a string, true or false";

/// Writes a default if it matches the type.
fn of_shape(value: &Value, shape: &Shape) -> Result<String, &'static str> {
    let written = scalar(value).ok_or(NOT_A_LITERAL)?;
    if shape.is_boolean() {
        let boolean = literal::text(value).and_then(|text| boolean_of(&text));
        return boolean.map(|value| value.to_string()).ok_or("it is neither true nor false");
    }
    if let Some(words) = &shape.words {
        let text = literal::text(value).filter(|text| words.contains(text));
        return text.map(|text| literal::word(&text)).ok_or("it is not one of the values");
    }
    let fits = match (shape.data_type.as_deref(), value) {
        (Some("String"), value) => matches!(value, Value::String(_) | Value::Symbol(_)),
        (Some("Integer"), value) => matches!(value, Value::Integer(_)),
        (Some("Float"), value) => matches!(value, Value::Float(_) | Value::Integer(_)),
        (Some("Numeric"), value) => matches!(value, Value::Float(_) | Value::Integer(_)),
        (Some("Hash" | "Array" | "Regexp" | "Sensitive"), _) => false,
        _ => true,
    };
    if fits { Ok(written) } else { Err("it does not match the type") }
}
