//! Finds the types in a text, wherever they are.

use ecow::EcoString;
use ruby_prism::{CallNode, ConstantWriteNode, LocalVariableWriteNode, ModuleNode, Node};

use crate::{
    TypeMetadata, body,
    evaluate::Names,
    helpers::Mixins,
    outline::{Remark, RemarkKind, TypeOutline},
    parse::{arguments, text},
    plain, record, register,
    static_value::StaticValue,
    walk::{Seeker, walk},
};

/// The types of a text.
pub(crate) fn types(tree: &Node<'_>) -> Vec<TypeMetadata> {
    search(tree, false).types
}

/// The outlines of the types in a text.
pub(crate) fn outlines(tree: &Node<'_>) -> Vec<TypeOutline> {
    search(tree, true).outlines
}

fn search<'pr>(tree: &Node<'pr>, wants_outlines: bool) -> Types<'pr> {
    let mut search = Types { is_plain: plain::is_plain(tree), wants_outlines, ..Types::default() };
    let is_seen_whole = walk(tree, &mut search);
    search.leave_open_what_is_defined_twice();
    // A text of which not all is seen may do anything.
    if !is_seen_whole {
        search.types.iter_mut().for_each(|found| found.definition = None);
        for found in &mut search.outlines {
            found.remarks.push(Remark { kind: RemarkKind::Condition, span: found.span });
        }
    }
    search
}

#[derive(Default)]
struct Types<'pr> {
    /// Whether everything is read of a type, rather than its attributes.
    wants_outlines: bool,
    /// Whether the text does nothing but define things.
    is_plain: bool,
    names: Names,
    /// The modules of the text, which types may be extended with.
    mixins: Mixins<'pr>,
    types: Vec<TypeMetadata>,
    outlines: Vec<TypeOutline>,
    /// Whether a type of the Resource API is registered whose name is unknown.
    registers_unknown: bool,
}

impl Types<'_> {
    /// A text may define a type in both ways, and decide when it runs which of them counts: modules for devices do so. Only
    /// running it shows what the type is.
    fn leave_open_what_is_defined_twice(&mut self) {
        let registered: Vec<EcoString> =
            self.types.iter().filter(|found| !found.is_legacy).map(|found| found.name.clone()).collect();
        let mut open: Vec<EcoString> = Vec::new();
        for found in self.types.iter().filter(|found| found.is_legacy) {
            if self.registers_unknown || registered.contains(&found.name) {
                open.push(found.name.clone());
            }
        }
        self.types.retain(|found| !open.contains(&found.name));
        open.dedup();
        self.types.extend(open.into_iter().map(|name| TypeMetadata { name, ..TypeMetadata::default() }));
    }
}

impl<'pr> Seeker<'pr> for Types<'pr> {
    fn call(&mut self, node: &CallNode<'pr>) -> bool {
        let receiver = node.receiver().and_then(|receiver| last_name(&receiver));
        match (text(node.name().as_slice()), receiver.as_deref()) {
            ("newtype", Some("Type" | "Puppet")) if self.wants_outlines => {
                self.outlines.extend(body::outline(node, &self.names, &self.mixins));
            }
            ("newtype", Some("Type" | "Puppet")) => self.types.extend(body::read(node, &self.names, &self.mixins)),
            ("register_type", Some("ResourceApi" | "ResourceAPI")) if self.wants_outlines => {
                self.outlines.extend(record::register::read(node, &self.names, self.is_plain));
            }
            ("register_type", Some("ResourceApi" | "ResourceAPI")) => {
                let given = first_argument(node, &self.names);
                let read = given.and_then(|given| register::read(&given, self.is_plain));
                self.registers_unknown |= read.is_none();
                self.types.extend(read);
            }
            ("register_transport", Some("ResourceApi" | "ResourceAPI")) | ("register", Some("Transport")) => {}
            _ => return true,
        }
        false
    }

    fn constant(&mut self, node: &ConstantWriteNode<'pr>) {
        let value = self.names.evaluate(&node.value());
        self.names.constants.insert(text(node.name().as_slice()).to_owned(), value);
    }

    fn variable(&mut self, node: &LocalVariableWriteNode<'pr>) {
        let value = self.names.evaluate(&node.value());
        self.names.variables.insert(text(node.name().as_slice()).to_owned(), value);
    }

    fn module(&mut self, node: &ModuleNode<'pr>) -> bool {
        self.mixins.add(node);
        true
    }
}

/// The value of the first argument of a call.
pub(crate) fn first_argument(call: &CallNode<'_>, names: &Names) -> Option<StaticValue> {
    arguments(call).first().map(|first| names.evaluate(first))
}

/// `Type` in `Puppet::Type`.
pub(crate) fn last_name(node: &Node<'_>) -> Option<String> {
    if let Some(constant) = node.as_constant_read_node() {
        return Some(text(constant.name().as_slice()).to_owned());
    }
    Some(text(node.as_constant_path_node()?.name()?.as_slice()).to_owned())
}
