//! Goes through a tree, however deep it is.
//!
//! The parser bounds how deep things may be put into each other, but not how long they may follow each other: `a.b.c.d`,
//! `a + b + c` and `a if b if c` are trees that grow to the left. Those are counted here.

use ruby_prism::{
    AlternationPatternNode, AndNode, CallNode, ClassNode, ConstantPathNode, ConstantWriteNode, DefNode, ElseNode,
    IfNode, LocalVariableWriteNode, ModuleNode, Node, OrNode, RescueModifierNode, SymbolNode, UnlessNode, UntilNode,
    Visit, WhileNode, visit_alternation_pattern_node, visit_and_node, visit_call_node, visit_constant_path_node,
    visit_constant_write_node, visit_else_node, visit_if_node, visit_local_variable_write_node, visit_module_node,
    visit_or_node, visit_rescue_modifier_node, visit_unless_node, visit_until_node, visit_while_node,
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

    fn visit_and_node(&mut self, node: &AndNode<'pr>) {
        self.linked(|walk| visit_and_node(walk, node));
    }

    fn visit_or_node(&mut self, node: &OrNode<'pr>) {
        self.linked(|walk| visit_or_node(walk, node));
    }

    fn visit_if_node(&mut self, node: &IfNode<'pr>) {
        self.linked(|walk| visit_if_node(walk, node));
    }

    fn visit_unless_node(&mut self, node: &UnlessNode<'pr>) {
        self.linked(|walk| visit_unless_node(walk, node));
    }

    fn visit_else_node(&mut self, node: &ElseNode<'pr>) {
        self.linked(|walk| visit_else_node(walk, node));
    }

    fn visit_while_node(&mut self, node: &WhileNode<'pr>) {
        self.linked(|walk| visit_while_node(walk, node));
    }

    fn visit_until_node(&mut self, node: &UntilNode<'pr>) {
        self.linked(|walk| visit_until_node(walk, node));
    }

    fn visit_rescue_modifier_node(&mut self, node: &RescueModifierNode<'pr>) {
        self.linked(|walk| visit_rescue_modifier_node(walk, node));
    }

    fn visit_constant_path_node(&mut self, node: &ConstantPathNode<'pr>) {
        self.linked(|walk| visit_constant_path_node(walk, node));
    }

    fn visit_alternation_pattern_node(&mut self, node: &AlternationPatternNode<'pr>) {
        self.linked(|walk| visit_alternation_pattern_node(walk, node));
    }
}
