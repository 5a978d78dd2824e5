//! Goes through a tree, however deep it is.
//!
//! The parser bounds how deep things may be put into each other, but not how long they may follow each other: `a.b.c.d`,
//! `a + b + c` and `a if b if c` are trees that grow to the left. Those are counted here.

use ruby_prism::{
    AlternationPatternNode, AndNode, CallNode, ClassNode, ConstantPathNode, ConstantWriteNode, DefNode, ElseNode,
    IfNode, LocalVariableWriteNode, ModuleNode, Node, OrNode, RescueModifierNode, SymbolNode, UnlessNode, UntilNode,
    Visit, WhileNode, visit_call_node, visit_constant_write_node, visit_local_variable_write_node, visit_module_node,
};

/// How long chains may be.
const MAX_CHAIN: usize = 10_000;

/// What is looked for in a tree. Each answer is whether to look inside, too.
pub(crate) trait Seeker<'pr> {
    fn call(&mut self, node: &CallNode<'pr>) -> bool;

    fn symbol(&mut self, _node: &SymbolNode<'pr>) {}

    fn constant(&mut self, _node: &ConstantWriteNode<'pr>) {}

    fn variable(&mut self, _node: &LocalVariableWriteNode<'pr>) {}

    fn module(&mut self, _node: &ModuleNode<'pr>) -> bool {
        true
    }

    /// Whether to look into methods and classes, which only define something.
    fn looks_into_definitions(&self) -> bool {
        true
    }
}

/// Shows a tree to a seeker; returns whether all of it was seen.
pub(crate) fn walk<'pr>(tree: &Node<'pr>, seeker: &mut impl Seeker<'pr>) -> bool {
    let mut walk = Walk { seeker, chain: 0, too_long: false };
    walk.visit(tree);
    !walk.too_long
}

struct Walk<'s, S> {
    seeker: &'s mut S,
    chain: usize,
    too_long: bool,
}

impl<S> Walk<'_, S> {
    fn linked(&mut self, visit: impl FnOnce(&mut Self)) {
        if self.chain >= MAX_CHAIN {
            self.too_long = true;
            return;
        }
        self.chain += 1;
        visit(self);
        self.chain -= 1;
    }
}

/// Visits nodes that chains consist of.
macro_rules! chained {
    ($($visit:ident: $node:ident,)*) => {
        $(fn $visit(&mut self, node: &$node<'pr>) {
            self.linked(|walk| ruby_prism::$visit(walk, node));
        })*
    };
}

impl<'pr, S: Seeker<'pr>> Visit<'pr> for Walk<'_, S> {
    fn visit_call_node(&mut self, node: &CallNode<'pr>) {
        if self.seeker.call(node) {
            self.linked(|walk| visit_call_node(walk, node));
        }
    }

    fn visit_symbol_node(&mut self, node: &SymbolNode<'pr>) {
        self.seeker.symbol(node);
    }

    fn visit_constant_write_node(&mut self, node: &ConstantWriteNode<'pr>) {
        self.seeker.constant(node);
        visit_constant_write_node(self, node);
    }

    fn visit_local_variable_write_node(&mut self, node: &LocalVariableWriteNode<'pr>) {
        self.seeker.variable(node);
        visit_local_variable_write_node(self, node);
    }

    fn visit_module_node(&mut self, node: &ModuleNode<'pr>) {
        if self.seeker.module(node) {
            visit_module_node(self, node);
        }
    }

    fn visit_class_node(&mut self, node: &ClassNode<'pr>) {
        if self.seeker.looks_into_definitions() {
            ruby_prism::visit_class_node(self, node);
        }
    }

    fn visit_def_node(&mut self, node: &DefNode<'pr>) {
        if self.seeker.looks_into_definitions() {
            ruby_prism::visit_def_node(self, node);
        }
    }

    chained! {
        visit_and_node: AndNode,
        visit_or_node: OrNode,
        visit_if_node: IfNode,
        visit_unless_node: UnlessNode,
        visit_else_node: ElseNode,
        visit_while_node: WhileNode,
        visit_until_node: UntilNode,
        visit_rescue_modifier_node: RescueModifierNode,
        visit_constant_path_node: ConstantPathNode,
        visit_alternation_pattern_node: AlternationPatternNode,
    }
}
