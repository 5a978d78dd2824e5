//! `Puppet::Type.newtype(:name) do … end`: a type as code, of which the plain part is followed.
//!
//! Statements are done in their order. Of a condition all branches are done, since which one Ruby takes is unknown:
//! an attribute too many refuses nothing. What cannot be followed and might add attributes makes them unknown.

use ecow::EcoString;
use ruby_prism::{BlockNode, CallNode, DefNode, Node, NodeList};
use rustc_hash::FxHashMap;

use crate::{
    Attribute, AttributeKind, TypeMetadata,
    evaluate::Names,
    helpers::Mixins,
    mentions,
    outline::{RemarkKind, TypeOutline},
    parse::{arguments, text},
    record::{Recorder, span_of},
    search::first_argument,
    static_value::StaticValue,
};

/// How deep methods may call each other, and how deep conditions may be nested.
const MAX_DEPTH: usize = 200;

/// How many bytes of code are looked at in the time of a unit of work.
const BYTES_PER_UNIT: usize = 16;

const MAX_STEPS: usize = 100_000;

/// Reads the type that a call of `newtype` defines; nothing if not even its name is known.
pub(crate) fn read<'pr>(call: &CallNode<'pr>, names: &Names, mixins: &Mixins<'pr>) -> Option<TypeMetadata> {
    Some(follow(call, names, mixins, None)?.metadata)
}

/// Reads everything in a call of `newtype`.
pub(crate) fn outline<'pr>(call: &CallNode<'pr>, names: &Names, mixins: &Mixins<'pr>) -> Option<TypeOutline> {
    let mut recorder = Recorder::default();
    recorder.outline.span = span_of(&call.location());
    recorder.outline.is_legacy = true;
    let body = follow(call, names, mixins, Some(recorder))?;
    let mut outline = body.recorder?.finish();
    outline.name = body.metadata.name;
    Some(outline)
}

/// Follows the body of a type from its beginning to its end.
fn follow<'m, 'pr>(
    call: &CallNode<'pr>,
    names: &Names,
    mixins: &'m Mixins<'pr>,
    recorder: Option<Recorder>,
) -> Option<Body<'m, 'pr>> {
    let name = first_argument(call, names)?.name()?.clone();
    let mut body = Body {
        metadata: TypeMetadata { name, attributes: Some(Vec::new()), is_legacy: true, ..TypeMetadata::default() },
        names: names.for_body(),
        mixins,
        helpers: FxHashMap::default(),
        indices: FxHashMap::default(),
        methods: Vec::new(),
        has_strange_methods: false,
        passed: None,
        recorder,
        depth: 0,
        steps: 0,
    };
    // A type that extends another one may have its attributes.
    let given = options(call, names);
    if given.as_ref().is_some_and(|options| options.get("parent").is_some()) {
        body.give_up(&call.as_node());
    }
    if let Some(StaticValue::Hash(entries)) = given {
        let names = entries.into_iter().filter_map(|(key, _)| key.name().cloned());
        names.for_each(|name| body.note(|| RemarkKind::Option(name), &call.location()));
    }
    if let Some(block) = call.block() {
        match block.as_block_node() {
            Some(block) => body.run_optional(block.body()),
            None => body.give_up(&call.as_node()),
        }
    }
    body.finish();
    Some(body)
}

/// The state while the body of a type is followed.
pub(crate) struct Body<'m, 'pr> {
    pub(crate) metadata: TypeMetadata,
    pub(crate) names: Names,
    pub(crate) mixins: &'m Mixins<'pr>,
    /// Methods of the type itself, which its body may call.
    pub(crate) helpers: FxHashMap<String, DefNode<'pr>>,
    /// The indices of the attributes, by name.
    indices: FxHashMap<EcoString, usize>,
    /// The names of methods of resources.
    methods: Vec<String>,
    /// Whether methods come from code that is not visible here.
    pub(crate) has_strange_methods: bool,
    /// In a method that is followed, the block that it was called with, if any.
    pub(crate) passed: Option<Option<BlockNode<'pr>>>,
    /// Records everything, if the caller wants an outline.
    pub(crate) recorder: Option<Recorder>,
    depth: usize,
    steps: usize,
}

impl<'pr> Body<'_, 'pr> {
    /// Records that there may be unknown attributes.
    pub(crate) fn give_up(&mut self, because: &Node<'pr>) {
        self.metadata.attributes = None;
        self.note(|| RemarkKind::MayAdd, &because.location());
    }

    fn finish(&mut self) {
        let is_ensurable = ["exists?", "create", "destroy"].iter().all(|name| self.methods.iter().any(|m| m == name));
        if is_ensurable {
            self.add("ensure".into(), AttributeKind::Property);
            self.note_ensurable();
        }
    }

    /// Adds an attribute, or replaces the one of the same name.
    fn add(&mut self, name: EcoString, kind: AttributeKind) {
        let Some(attributes) = &mut self.metadata.attributes else { return };
        let index = *self.indices.entry(name.clone()).or_insert(attributes.len());
        match attributes.get_mut(index) {
            Some(known) => known.kind = kind,
            None => attributes.push(Attribute { name, kind }),
        }
    }

    pub(crate) fn run_optional(&mut self, node: Option<Node<'pr>>) {
        if let Some(node) = node {
            self.run(&node);
        }
    }

    pub(crate) fn run_all(&mut self, nodes: &NodeList<'pr>) {
        for node in nodes {
            self.run(&node);
        }
    }

    pub(crate) fn run(&mut self, node: &Node<'pr>) {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_DEPTH || self.names.is_exhausted() {
            return self.give_up(node);
        }
        self.depth += 1;
        self.follow(node);
        self.depth -= 1;
    }

    fn follow(&mut self, node: &Node<'pr>) {
        if let Some(statements) = node.as_statements_node() {
            self.run_all(&statements.body());
        } else if let Some(call) = node.as_call_node() {
            self.call(&call);
        } else if let Some(write) = node.as_local_variable_write_node() {
            let value = self.names.evaluate(&write.value());
            self.names.variables.insert(text(write.name().as_slice()).to_owned(), value);
            self.run_value(&write.value());
        } else if let Some(write) = node.as_constant_write_node() {
            let value = self.names.evaluate(&write.value());
            self.names.constants.insert(text(write.name().as_slice()).to_owned(), value);
            self.run_value(&write.value());
        } else if let Some(write) = node.as_instance_variable_write_node() {
            if text(write.name().as_slice()) == "@isomorphic" {
                self.metadata.may_repeat = self.names.evaluate(&write.value()) == StaticValue::Boolean(false);
            }
            self.note_variable(text(write.name().as_slice()), &write.value(), &write.location());
            self.run_value(&write.value());
        } else if let Some(method) = node.as_def_node() {
            self.define(method);
        } else if let Some(singleton) = node.as_singleton_class_node() {
            let statements = singleton.body().and_then(|body| body.as_statements_node());
            for statement in statements.iter().flat_map(|statements| statements.body().iter()) {
                let Some(method) = statement.as_def_node() else {
                    self.note(|| RemarkKind::Code, &statement.location());
                    continue;
                };
                if !self.note_method(text(method.name().as_slice()), &method.location()) {
                    self.define_helper(method);
                }
            }
        } else if !self.run_branches(node) {
            if self.may_add(node) {
                self.give_up(node);
            } else {
                self.note(|| RemarkKind::Code, &node.location());
            }
        }
    }

    /// Follows all branches of a condition; returns whether the statement is one.
    fn run_branches(&mut self, node: &Node<'pr>) -> bool {
        let decides = matches!(
            node,
            Node::IfNode { .. } | Node::UnlessNode { .. } | Node::CaseNode { .. } | Node::BeginNode { .. }
        );
        if decides {
            self.enter_condition(node);
        }
        let is_one = self.run_each_branch(node);
        if decides {
            self.leave_condition();
        }
        is_one
    }

    fn run_each_branch(&mut self, node: &Node<'pr>) -> bool {
        if let Some(condition) = node.as_if_node() {
            self.run_optional(condition.statements().map(|statements| statements.as_node()));
            self.run_optional(condition.subsequent());
        } else if let Some(condition) = node.as_unless_node() {
            self.run_optional(condition.statements().map(|statements| statements.as_node()));
            self.run_optional(condition.else_clause().map(|otherwise| otherwise.as_node()));
        } else if let Some(otherwise) = node.as_else_node() {
            self.run_optional(otherwise.statements().map(|statements| statements.as_node()));
        } else if let Some(choice) = node.as_case_node() {
            for option in &choice.conditions() {
                let statements = option.as_when_node().and_then(|option| option.statements());
                self.run_optional(statements.map(|statements| statements.as_node()));
            }
            self.run_optional(choice.else_clause().map(|otherwise| otherwise.as_node()));
        } else if let Some(begin) = node.as_begin_node() {
            self.run_optional(begin.statements().map(|statements| statements.as_node()));
        } else if let Some(parentheses) = node.as_parentheses_node() {
            self.run_optional(parentheses.body());
        } else {
            return false;
        }
        true
    }

    /// The value of an assignment may be a call that adds something.
    fn run_value(&mut self, value: &Node<'pr>) {
        match value.as_call_node() {
            Some(call) => self.as_value(|body| body.call(&call)),
            None if self.may_add(value) => self.give_up(value),
            None => {}
        }
    }

    /// Whether code that is not followed might add attributes.
    pub(crate) fn may_add(&self, node: &Node<'pr>) -> bool {
        let location = node.location();
        // The same code may be looked at in each round of a loop.
        !self.names.spend((location.end() as usize).saturating_sub(location.start() as usize) / BYTES_PER_UNIT)
            || mentions::adds_somewhere(node, &|name| self.helpers.contains_key(name))
    }

    fn define(&mut self, method: DefNode<'pr>) {
        if self.note_method(text(method.name().as_slice()), &method.location()) {
            return;
        }
        match method.receiver() {
            Some(_) => self.define_helper(method),
            None => self.methods.push(text(method.name().as_slice()).to_owned()),
        }
    }

    fn define_helper(&mut self, method: DefNode<'pr>) {
        let name = text(method.name().as_slice()).to_owned();
        match name.as_str() {
            "title_patterns" => self.metadata.has_title_patterns = true,
            "isomorphic?" => self.metadata.may_repeat = true,
            _ => {}
        }
        self.helpers.insert(name, method);
    }

    fn call(&mut self, call: &CallNode<'pr>) {
        match call.receiver() {
            Some(receiver) if receiver.as_self_node().is_none() => self.call_on(call, &receiver),
            _ => self.call_own(call),
        }
    }

    /// A call of a method of the type itself.
    fn call_own(&mut self, call: &CallNode<'pr>) {
        let name = text(call.name().as_slice());
        if self.note_call(call, name) {
            return;
        }
        match name {
            "newparam" => self.add_from(call, AttributeKind::Parameter),
            "newproperty" | "newstate" => self.add_from(call, AttributeKind::Property),
            "ensurable" => {
                self.add("ensure".into(), AttributeKind::Property);
                self.note_attribute(call, &"ensure".into(), AttributeKind::Property);
            }
            "feature" => self.metadata.features.extend(self.first_name(call)),
            "provide" => self.metadata.providers.extend(self.first_name(call)),
            "extend" => self.extend(call),
            _ if self.helpers.contains_key(name) => self.call_helper(name, call),
            // What Puppet itself has adds nothing; what a module brings in might.
            _ if self.has_strange_methods && !NEUTRAL.contains(&name) => self.give_up(&call.as_node()),
            _ if self.may_add(&call.as_node()) => self.give_up(&call.as_node()),
            _ => {}
        }
    }

    fn first_name(&self, call: &CallNode<'pr>) -> Option<EcoString> {
        first_argument(call, &self.names)?.name().cloned()
    }

    fn add_from(&mut self, call: &CallNode<'pr>, kind: AttributeKind) {
        let Some(name) = self.first_name(call) else { return self.give_up(&call.as_node()) };
        let given = options(call, &self.names);
        let is_namevar =
            |options: &StaticValue| options.get("namevar").is_some_and(|value| *value == StaticValue::Boolean(true));
        let block = self.block_of(call);
        let says_so = block.is_some_and(|block| mentions::calls(&block.as_node(), "isnamevar"));
        let is_key = kind == AttributeKind::Parameter && (says_so || given.as_ref().is_some_and(is_namevar));
        let kind = if is_key { AttributeKind::Namevar } else { kind };
        self.add(name.clone(), kind);
        self.note_attribute(call, &name, kind);
    }
}

/// Methods of Puppet's types that add no attributes.
const NEUTRAL: &[&str] = &[
    "apply_to",
    "apply_to_all",
    "apply_to_device",
    "apply_to_host",
    "attr_accessor",
    "attr_reader",
    "attr_writer",
    "autobefore",
    "autonotify",
    "autorequire",
    "autosubscribe",
    "desc",
    "include",
    "newmetaparam",
    "private",
    "protected",
    "public",
    "require",
    "require_relative",
    "validate",
];

/// The options of a call: the hash that comes last.
fn options(call: &CallNode<'_>, names: &Names) -> Option<StaticValue> {
    match names.evaluate(arguments(call).last()?) {
        options @ StaticValue::Hash(_) => Some(options),
        _ => None,
    }
}
