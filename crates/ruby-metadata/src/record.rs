//! Records everything in the body of a legacy type while `body` walks it.

mod attribute;
mod refusal;
pub(crate) mod register;
mod relation;

use diagnostics::Span;
use ecow::EcoString;
use pcore::Value;
use ruby_prism::{CallNode, Location, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use self::refusal::refusals;
use crate::{
    AttributeKind,
    body::Body,
    evaluate::Names,
    outline::{AttributeOutline, Remark, RemarkKind, Spanned, TypeOutline},
    parse::{arguments, text},
    search::{first_argument, last_name},
    static_value::StaticValue,
};

/// The outline of a type whose body is being followed.
#[derive(Default)]
pub(crate) struct Recorder {
    pub(crate) outline: TypeOutline,
    /// The attribute whose block is being followed.
    inside: Option<usize>,
    /// How many conditions are around the statement.
    conditions: usize,
    /// Whether a value is being looked at, rather than a statement.
    is_value: bool,
    /// The indices of the attributes, by name.
    indices: FxHashMap<EcoString, usize>,
    /// How many attributes were defined, some of them again; which of them is being followed, or none.
    definitions: usize,
    definition: usize,
    /// The remarks so far, and the definitions that they belong to.
    remarks: FxHashSet<(usize, Remark)>,
}

impl Recorder {
    /// The attribute whose block is being followed.
    fn attribute(&mut self) -> Option<&mut AttributeOutline> {
        self.outline.attributes.get_mut(self.inside?)
    }

    fn remark(&mut self, kind: RemarkKind, span: Span) {
        let remark = Remark { kind, span };
        let remarks = match self.inside.and_then(|index| self.outline.attributes.get_mut(index)) {
            Some(attribute) => &mut attribute.remarks,
            None => &mut self.outline.remarks,
        };
        // Methods that are called several times would be recorded each time.
        if self.remarks.insert((self.definition, remark.clone())) {
            remarks.push(remark);
        }
    }

    fn describe(&mut self, text: Option<EcoString>, span: Span) {
        let Some(text) = text else { return self.remark(RemarkKind::Description, span) };
        let description = match self.inside.and_then(|index| self.outline.attributes.get_mut(index)) {
            Some(attribute) => &mut attribute.description,
            None => &mut self.outline.description,
        };
        if let Some(earlier) = description.replace(Spanned { value: text, span }) {
            self.remark(RemarkKind::Replaced("desc".into()), earlier.span);
        }
    }

    /// The outline of a whole type.
    pub(crate) fn finish(mut self) -> TypeOutline {
        // A default that is there only where other properties are.
        let has_other = |attribute: &AttributeOutline| attribute.kind == AttributeKind::Property;
        if self.outline.attributes.iter().filter(|attribute| has_other(attribute)).count() < 2 {
            for attribute in &mut self.outline.attributes {
                attribute.remarks.retain(|remark| remark.kind != RemarkKind::DefaultWhenManaged);
            }
        }
        self.outline
    }
}

impl<'pr> Body<'_, 'pr> {
    /// Notes something that is not data.
    pub(crate) fn note(&mut self, kind: impl FnOnce() -> RemarkKind, location: &Location<'pr>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.remark(kind(), span_of(location));
        }
    }

    /// Records a condition, and that what follows depends on it.
    pub(crate) fn enter_condition(&mut self, node: &Node<'pr>) {
        if let Some(recorder) = &mut self.recorder {
            if recorder.conditions == 0 {
                recorder.remark(RemarkKind::Condition, span_of(&node.location()));
            }
            recorder.conditions += 1;
        }
    }

    pub(crate) fn leave_condition(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.conditions = recorder.conditions.saturating_sub(1);
        }
    }

    /// Notes an assignment to a variable of the class.
    pub(crate) fn note_variable(&mut self, name: &str, value: &Node<'pr>, location: &Location<'pr>) {
        let Some(recorder) = &mut self.recorder else { return };
        let span = span_of(location);
        match name {
            "@doc" => recorder.describe(text_of(&self.names, value), span),
            "@isomorphic" => recorder.remark(RemarkKind::Repeats, span),
            _ => recorder.remark(RemarkKind::Code, span),
        }
    }

    /// Follows a value, which does nothing by itself.
    pub(crate) fn as_value(&mut self, follow: impl FnOnce(&mut Self)) {
        let before = self.recorder.as_mut().map(|recorder| std::mem::replace(&mut recorder.is_value, true));
        follow(self);
        if let (Some(recorder), Some(before)) = (&mut self.recorder, before) {
            recorder.is_value = before;
        }
    }

    /// Notes a call of a method of something else.
    pub(crate) fn note_statement(&mut self, call: &CallNode<'pr>) {
        if self.recorder.as_ref().is_some_and(|recorder| !recorder.is_value) {
            self.note(|| RemarkKind::Code, &call.location());
        }
    }

    /// Records a method; returns whether it belongs to an attribute, and so is not called here.
    pub(crate) fn note_method(&mut self, name: &str, location: &Location<'pr>) -> bool {
        self.note(
            || match name {
                "title_patterns" => RemarkKind::TitlePatterns,
                "isomorphic?" => RemarkKind::Repeats,
                _ => RemarkKind::Method(name.into()),
            },
            location,
        );
        self.recorder.as_ref().is_some_and(|recorder| recorder.inside.is_some())
    }

    /// Notes a call; returns whether all is done that is to be done about it.
    pub(crate) fn note_call(&mut self, call: &CallNode<'pr>, name: &str) -> bool {
        let has_helper = self.helpers.contains_key(name);
        let Some(recorder) = &mut self.recorder else { return false };
        let span = span_of(&call.location());
        if recorder.inside.is_some() {
            self.note_in_attribute(call, name, span);
            return true;
        }
        if has_helper {
            return false;
        }
        match name {
            "desc" => recorder.describe(description(&self.names, call), span),
            "validate" => match refusals(call.block(), &self.names) {
                Some(found) => recorder.outline.validation = Some(Spanned { value: found, span }),
                None => recorder.remark(RemarkKind::Validation, span),
            },
            "autorequire" | "autobefore" | "autosubscribe" | "autonotify" => {
                relation::read(recorder, &self.names, call, name, span);
            }
            "feature" => recorder.remark(RemarkKind::Feature(first_name(&self.names, call)), span),
            "provide" => recorder.remark(RemarkKind::Provider(first_name(&self.names, call)), span),
            "include" | "extend" | "prepend" => {
                recorder.remark(mixin(call), span);
                // What `extend` brings in is still to be found.
                return name != "extend";
            }
            "newparam" | "newproperty" | "newstate" | "ensurable" => return false,
            "require" | "require_relative" | "private" | "public" | "protected" => {}
            _ => {
                recorder.remark(RemarkKind::Call(name.into()), span);
                return false;
            }
        }
        true
    }
}

pub(crate) fn span_of(location: &Location<'_>) -> Span {
    Span { start: location.start(), end: location.end() }
}

/// A text, which may be translated: `_('text')`.
fn text_of(names: &Names, node: &Node<'_>) -> Option<EcoString> {
    if let Some(call) = node.as_call_node()
        && call.receiver().is_none()
        && text(call.name().as_slice()) == "_"
    {
        return description(names, &call);
    }
    match names.evaluate(node) {
        StaticValue::Text(text) => Some(text),
        _ => None,
    }
}

fn description(names: &Names, call: &CallNode<'_>) -> Option<EcoString> {
    text_of(names, arguments(call).first()?)
}

fn first_name(names: &Names, call: &CallNode<'_>) -> EcoString {
    first_argument(call, names).and_then(|first| first.name().cloned()).unwrap_or_default()
}

/// The module that `include` and its sisters name.
fn mixin(call: &CallNode<'_>) -> RemarkKind {
    RemarkKind::Mixin(arguments(call).first().and_then(last_name).unwrap_or_default().into())
}

/// A value as it may appear in a list of values.
fn listed(known: &StaticValue) -> Option<Value> {
    match known {
        StaticValue::Array(_) | StaticValue::Hash(_) | StaticValue::Nil | StaticValue::Unknown => None,
        other => other.value(),
    }
}
