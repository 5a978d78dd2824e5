//! The block of `newparam` or `newproperty`, and the options before it.

use diagnostics::Span;
use ecow::EcoString;
use pcore::Value;
use ruby_prism::{CallNode, Node};

use super::{Recorder, description, first_name, listed, mixin, refusal::refusals, span_of};
use crate::{
    AttributeKind,
    body::Body,
    evaluate::Names,
    outline::{Alias, AttributeOutline, Remark, RemarkKind, Spanned},
    parse::{arguments, hash_elements, only_statement, text},
    search::last_name,
    static_value::StaticValue,
};

impl<'pr> Body<'_, 'pr> {
    /// Notes an attribute, and follows its block.
    pub(crate) fn note_attribute(&mut self, call: &CallNode<'pr>, name: &EcoString, kind: AttributeKind) {
        let Some(recorder) = &mut self.recorder else { return };
        let around = (recorder.inside, recorder.definition);
        let mut attribute = AttributeOutline::new(name.clone(), kind, span_of(&call.location()));
        let attributes = &mut recorder.outline.attributes;
        let index = *recorder.indices.entry(name.clone()).or_insert(attributes.len());
        match attributes.get_mut(index) {
            Some(known) => {
                let kind = RemarkKind::Replaced("attribute".into());
                attribute.remarks.push(Remark { kind, span: known.span });
                *known = attribute;
            }
            None => attributes.push(attribute),
        }
        recorder.inside = Some(index);
        recorder.definitions += 1;
        recorder.definition = recorder.definitions;
        for argument in arguments(call).iter().skip(1) {
            recorder.options(&self.names, argument);
        }
        match (self.block_of(call), call.block()) {
            (Some(block), _) => {
                let variables = self.names.variables.clone();
                self.run_optional(block.body());
                self.names.variables = variables;
            }
            // The method around it was called without a block.
            (None, Some(block)) if block.as_block_argument_node().is_some() && self.passed.is_some() => {}
            (None, Some(block)) => {
                self.note(|| RemarkKind::Code, &block.location());
            }
            (None, None) if text(call.name().as_slice()) == "ensurable" => {
                if let Some(recorder) = &mut self.recorder {
                    recorder.ensure(span_of(&call.location()));
                }
            }
            (None, None) => {}
        }
        if let Some(recorder) = &mut self.recorder {
            (recorder.inside, recorder.definition) = around;
        }
    }

    /// Records that resources can be created and removed, which methods show.
    pub(crate) fn note_ensurable(&mut self) {
        let Some(recorder) = &mut self.recorder else { return };
        let outline = &mut recorder.outline;
        if outline.attributes.iter().any(|attribute| attribute.name == "ensure") {
            return;
        }
        let span = outline.span;
        recorder.inside = Some(outline.attributes.len());
        outline.attributes.push(AttributeOutline::new("ensure".into(), AttributeKind::Property, span));
        recorder.ensure(span);
        recorder.inside = None;
    }

    /// Notes a call in the block of an attribute.
    pub(super) fn note_in_attribute(&mut self, call: &CallNode<'pr>, name: &str, span: Span) {
        let names = &self.names;
        let Some(recorder) = &mut self.recorder else { return };
        match name {
            "desc" => recorder.describe(description(names, call), span),
            "newvalues" | "newvalue" => recorder.values(names, call, name, span),
            "defaultvalues" => recorder.ensure(span),
            "defaultto" => recorder.default(names, call, span),
            "aliasvalue" => recorder.alias(names, call, span),
            "isnamevar" => {
                if let Some(attribute) = recorder.attribute() {
                    attribute.kind = AttributeKind::Namevar;
                }
            }
            "isrequired" => {
                if let Some(attribute) = recorder.attribute() {
                    attribute.is_required = Some(span);
                }
            }
            "validate" => {
                let found = refusals(call.block(), names);
                match (found, recorder.attribute()) {
                    (Some(found), Some(attribute)) => attribute.validation = Some(Spanned { value: found, span }),
                    _ => recorder.remark(RemarkKind::Validation, span),
                }
            }
            "munge" | "unmunge" => recorder.remark(RemarkKind::Conversion(name.into()), span),
            "include" | "extend" | "prepend" => {
                recorder.remark(mixin(call), span);
            }
            "require" | "require_relative" | "private" | "public" | "protected" => {}
            _ => recorder.remark(RemarkKind::Call(name.into()), span),
        }
    }
}

impl Recorder {
    /// `present` and `absent`, and the default that Puppet gives them.
    fn ensure(&mut self, span: Span) {
        let Some(attribute) = self.attribute() else { return };
        for value in ["present", "absent"] {
            attribute.values.push(Spanned { value: Value::Symbol(value.into()), span });
        }
        self.remark(RemarkKind::DefaultWhenManaged, span);
    }

    fn options(&mut self, names: &Names, argument: &Node<'_>) {
        let Some(elements) = hash_elements(argument) else { return self.options_by_name(names, argument) };
        for element in &elements {
            let span = span_of(&element.location());
            let Some(pair) = element.as_assoc_node() else {
                self.remark(RemarkKind::Option(EcoString::new()), span);
                continue;
            };
            let key = names.evaluate(&pair.key()).name().cloned().unwrap_or_default();
            self.option(names, &key, &pair.value(), span);
        }
    }

    /// Options that are defined elsewhere.
    fn options_by_name(&mut self, names: &Names, argument: &Node<'_>) {
        let span = span_of(&argument.location());
        match names.evaluate(argument) {
            StaticValue::Hash(entries) => {
                for (key, _) in entries.iter().filter(|(key, _)| key.name().is_none_or(|name| name != "namevar")) {
                    self.remark(RemarkKind::Option(key.name().cloned().unwrap_or_default()), span);
                }
            }
            _ => self.remark(RemarkKind::Option(EcoString::new()), span),
        }
    }

    fn option(&mut self, names: &Names, key: &str, value: &Node<'_>, span: Span) {
        let known = names.evaluate(value);
        let Some(attribute) = self.attribute() else { return };
        match (key, known) {
            ("namevar", StaticValue::Boolean(_)) => {}
            ("boolean", StaticValue::Boolean(true)) => attribute.is_boolean = Some(span),
            ("boolean", StaticValue::Boolean(false)) => {}
            ("array_matching", StaticValue::Symbol(way)) if way == "all" => attribute.is_list = Some(span),
            ("array_matching", StaticValue::Symbol(way)) if way == "first" => {}
            ("parent", _) => {
                let class = last_name(value).unwrap_or_default();
                match class.as_str() {
                    "Boolean" => attribute.is_boolean = Some(span),
                    "Ensure" if attribute.name == "ensure" => {}
                    "List" | "OrderedList" => {
                        attribute.is_list = Some(span);
                        self.remark(RemarkKind::Parent(class.into()), span);
                    }
                    _ => self.remark(RemarkKind::Parent(class.into()), span),
                }
            }
            _ => self.remark(RemarkKind::Option(key.into()), span),
        }
    }

    /// `newvalues(:a, 'b', /c/)`, `newvalue(:a) { … }`
    fn values(&mut self, names: &Names, call: &CallNode<'_>, name: &str, span: Span) {
        let mut found = Vec::new();
        let mut is_told = true;
        for argument in arguments(call) {
            if argument.as_keyword_hash_node().is_some() {
                // `event: :made`, `required_features: …`
                self.remark(RemarkKind::Option(EcoString::from(name)), span_of(&argument.location()));
                continue;
            }
            let known = match argument.as_splat_node().and_then(|splat| splat.expression()) {
                Some(inner) => match names.evaluate(&inner) {
                    StaticValue::Array(items) => items,
                    _ => vec![StaticValue::Unknown],
                },
                None => vec![names.evaluate(&argument)],
            };
            for known in known {
                match listed(&known) {
                    Some(value) => found.push(value),
                    None => is_told = false,
                }
            }
        }
        if !is_told || found.is_empty() {
            self.remark(RemarkKind::Values, span);
        }
        if call.block().is_some() {
            self.remark(RemarkKind::Setter(first_name(names, call)), span);
        }
        if let Some(attribute) = self.attribute() {
            attribute.values.extend(found.into_iter().map(|value| Spanned { value, span }));
        }
    }

    /// `defaultto 1`, `defaultto { :one }`
    fn default(&mut self, names: &Names, call: &CallNode<'_>, span: Span) {
        let given = arguments(call).into_iter().next();
        let given = given.or_else(|| only_statement(call.block()?.as_block_node()?.body()));
        // A default inside a condition does not always apply.
        let value = given.filter(|_| self.conditions == 0).and_then(|given| names.evaluate(&given).value());
        let (Some(value), Some(attribute)) = (value, self.attribute()) else {
            return self.remark(RemarkKind::Default, span);
        };
        attribute.remarks.retain(|remark| remark.kind != RemarkKind::DefaultWhenManaged);
        if let Some(earlier) = attribute.default.replace(Spanned { value, span }) {
            self.remark(RemarkKind::Replaced("defaultto".into()), earlier.span);
        }
    }

    fn alias(&mut self, names: &Names, call: &CallNode<'_>, span: Span) {
        let known: Vec<StaticValue> = arguments(call).iter().map(|argument| names.evaluate(argument)).collect();
        let alias = match known.as_slice() {
            [name, stands_for] => name.name().cloned().zip(stands_for.name().cloned()),
            _ => None,
        };
        match (alias, self.attribute()) {
            (Some((name, stands_for)), Some(attribute)) => {
                attribute.aliases.push(Spanned { value: Alias { name, stands_for }, span });
            }
            _ => self.remark(RemarkKind::Values, span),
        }
    }
}
