//! Finds the types and providers in a text, wherever they stand in it.

use ruby_prism::{CallNode, ConstantWriteNode, LocalVariableWriteNode, ModuleNode, Node};

use crate::{
    ProviderName, TypeMetadata,
    body::{self, Mixins},
    known::{Known, Names},
    parse::text,
    register,
    walk::{Seeker, walk},
};

/// The types of a text.
pub(crate) fn types(tree: &Node<'_>) -> Vec<TypeMetadata> {
    let mut search = Types { names: Names::default(), mixins: Mixins::default(), found: Vec::new() };
    walk(tree, &mut search);
    search.found
}

struct Types<'pr> {
    names: Names,
    /// The modules of the text, which types may be extended with.
    mixins: Mixins<'pr>,
    found: Vec<TypeMetadata>,
}

impl<'pr> Seeker<'pr> for Types<'pr> {
    fn call(&mut self, node: &CallNode<'pr>) -> bool {
        let receiver = node.receiver().and_then(|receiver| last_name(&receiver));
        match (text(node.name().as_slice()), receiver.as_deref()) {
            ("newtype", Some("Type" | "Puppet")) => {
                self.found.extend(body::read(node, &self.names, &self.mixins));
                false
            }
            ("register_type", Some("ResourceApi")) => {
                self.found.extend(register::read(node, &self.names));
                false
            }
            _ => true,
        }
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

/// The providers of a text.
pub(crate) fn providers(tree: &Node<'_>) -> Vec<ProviderName> {
    struct Providers {
        found: Vec<ProviderName>,
    }
    impl<'pr> Seeker<'pr> for Providers {
        fn call(&mut self, node: &CallNode<'pr>) -> bool {
            if text(node.name().as_slice()) == "provide"
                && let Some(type_name) = node.receiver().and_then(|receiver| type_of(&receiver))
                && let Some(name) = first_argument(node, &Names::default())
                && let Some(name) = name.name()
            {
                self.found.push(ProviderName { type_name: type_name.into(), name: name.clone() });
            }
            true
        }
    }
    let mut search = Providers { found: Vec::new() };
    walk(tree, &mut search);
    search.found
}

/// The name in `Puppet::Type.type(:name)`.
fn type_of(receiver: &Node<'_>) -> Option<String> {
    let call = receiver.as_call_node()?;
    if text(call.name().as_slice()) != "type" {
        return None;
    }
    first_argument(&call, &Names::default())?.name().map(|name| name.to_string())
}

/// What the first argument of a call stands for.
pub(crate) fn first_argument(call: &CallNode<'_>, names: &Names) -> Option<Known> {
    Some(names.evaluate(&call.arguments()?.arguments().first()?))
}

/// `Type` in `Puppet::Type`.
pub(crate) fn last_name(node: &Node<'_>) -> Option<String> {
    if let Some(constant) = node.as_constant_read_node() {
        return Some(text(constant.name().as_slice()).to_owned());
    }
    Some(text(node.as_constant_path_node()?.name()?.as_slice()).to_owned())
}
