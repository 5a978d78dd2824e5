//! One attribute: its type, what it may be, its default, what it is for.

use pcore::Value;
use ruby_metadata::{
    AttributeKind,
    outline::{AttributeOutline, Remark, RemarkKind, TypeOutline},
};

use crate::{
    Finding, Options, data_type,
    layout::Attribute,
    literal::{self, is_feature_name, quoted, scalar},
    logic,
    values::{self, Shape, boolean_of},
};

/// Writes an attribute; nothing where it cannot be one of the language.
pub(crate) fn attribute(
    outline: &TypeOutline,
    attribute: &AttributeOutline,
    options: Options,
    findings: &mut Vec<Finding>,
) -> Option<Attribute> {
    let mut told = Told { attribute, findings };
    if !is_feature_name(&attribute.name) {
        let reason = "its name is none of the language: small letters, digits and '_', but not 'it' or 'meta'";
        told.finding("attribute", reason, attribute.span);
        return None;
    }
    told.findings.extend(attribute.remarks.iter().map(|remark| Finding::from(remark).of(&attribute.name)));
    let shape = if outline.is_older { values::shape(attribute) } else { told.data_type() };
    let validation = told.validation();
    let behaviour = match told.behaviour(outline.is_older) {
        None if validation.as_deref() == Some(ALWAYS) => Some("read_only"),
        told => told,
    };
    let mut written =
        Attribute { name: attribute.name.to_string(), data_type: shape.data_type.clone(), settings: Vec::new() };
    let mut set = |name: &'static str, value: Option<String>| written.settings.extend(value.map(|value| (name, value)));
    set("behaviour", behaviour.map(str::to_owned));
    let is_required = attribute.is_required.is_some() && behaviour != Some("namevar");
    set("min", is_required.then(|| "1".to_owned()));
    set("max", shape.max.clone());
    set("default", told.default(outline.is_older, &shape));
    set("validate", validation.filter(|validation| validation != ALWAYS));
    set("set", shape.set.clone());
    set("check", shape.check.clone());
    let description = attribute.description.as_ref().filter(|_| options.descriptions);
    set("desc", description.map(|text| quoted(&described(&text.value, outline.is_older))));
    Some(written)
}

/// What is refused whatever it is: a property that nobody may set.
const ALWAYS: &str = "";

/// Descriptions of the older kind are indented as the code around them, which Puppet takes away.
pub(crate) fn described(text: &str, is_older: bool) -> String {
    if !is_older {
        return text.to_owned();
    }
    let lines = || text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let indent = lines().map(|line| line.len() - line.trim_start_matches([' ', '\t']).len()).min().unwrap_or(0);
    let stripped = text.lines().enumerate().map(|(place, line)| match place {
        0 => line.trim_end(),
        _ => line.get(indent..).unwrap_or_default().trim_end(),
    });
    stripped.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// An attribute, and where to tell what cannot be said.
struct Told<'a> {
    attribute: &'a AttributeOutline,
    findings: &'a mut Vec<Finding>,
}

impl Told<'_> {
    fn finding(&mut self, what: &str, reason: &str, span: diagnostics::Span) {
        self.findings.push(Finding::new(what, reason, span).of(&self.attribute.name));
    }

    fn data_type(&mut self) -> Shape {
        let any = || Shape { data_type: Some("Any".into()), ..Shape::default() };
        let Some(written) = &self.attribute.data_type else {
            let is_told = |remark: &Remark| matches!(&remark.kind, RemarkKind::Unknown(key) if key == "type");
            if !self.attribute.remarks.iter().any(is_told) {
                self.finding("type", "the text does not tell it", self.attribute.span);
            }
            return any();
        };
        match data_type::shape(&written.value) {
            Ok((shape, false)) => shape,
            Ok((shape, true)) => {
                self.finding(
                    "type",
                    "a type of the language takes a value whether it is Sensitive or not",
                    written.span,
                );
                shape
            }
            Err(reason) => {
                self.finding("type", &reason, written.span);
                any()
            }
        }
    }

    fn behaviour(&mut self, is_older: bool) -> Option<&'static str> {
        if is_older {
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
            self.finding("behaviour", &format!("'{}' is none of the language", written.value), written.span);
        }
        behaviour
    }

    /// What is refused of the values, as a block; [`ALWAYS`] for a property that nobody may set.
    fn validation(&mut self) -> Option<String> {
        let validation = self.attribute.validation.as_ref()?;
        let refusals = &validation.value;
        let is_always = refusals.len() == 1 && refusals.iter().all(|refusal| refusal.condition.is_none());
        if is_always && self.attribute.kind == AttributeKind::Property {
            return Some(ALWAYS.to_owned());
        }
        let block = logic::block(refusals, 4).filter(|_| logic::attributes(refusals).is_empty());
        if block.is_none() {
            let reason = "it asks for something that logic of the language cannot ask for";
            self.finding("validate", reason, validation.span);
        }
        block
    }

    fn default(&mut self, is_older: bool, shape: &Shape) -> Option<String> {
        let default = self.attribute.default.as_ref()?;
        let written = match &default.value {
            Value::Undef => Err("there is none: it is nil"),
            Value::Symbol(word) if word == "undef" => Err("there is none: it is undef"),
            // Ruby takes false for no default.
            Value::Boolean(false) if is_older && self.attribute.kind == AttributeKind::Property => {
                Err("Puppet takes 'false' for no default of a property")
            }
            Value::Array(items) if shape.max.is_some() && items.len() == 1 => {
                items.first().map_or(Err(NO_LITERAL), |item| of_shape(item, shape))
            }
            value => of_shape(value, shape),
        };
        match written {
            Ok(written) => Some(written),
            Err(reason) => {
                self.finding("default", reason, default.span);
                None
            }
        }
    }
}

const NO_LITERAL: &str = "a default is a number, a text, true or false";

/// A default, if it is of the type.
fn of_shape(value: &Value, shape: &Shape) -> Result<String, &'static str> {
    let written = scalar(value).ok_or(NO_LITERAL)?;
    if shape.is_boolean() {
        let boolean = literal::text(value).and_then(|text| boolean_of(&text));
        return boolean.map(|value| value.to_string()).ok_or("it is neither true nor false");
    }
    if let Some(words) = &shape.words {
        let text = literal::text(value).filter(|text| words.contains(text));
        return text.map(|text| literal::word(&text)).ok_or("it is none of the values");
    }
    let fits = match (shape.data_type.as_deref(), value) {
        (Some("String"), value) => matches!(value, Value::String(_) | Value::Symbol(_)),
        (Some("Integer"), value) => matches!(value, Value::Integer(_)),
        (Some("Float"), value) => matches!(value, Value::Float(_) | Value::Integer(_)),
        (Some("Numeric"), value) => matches!(value, Value::Float(_) | Value::Integer(_)),
        (Some("Hash" | "Array" | "Regexp" | "Sensitive"), _) => false,
        _ => true,
    };
    if fits { Ok(written) } else { Err("it is not of the type") }
}
