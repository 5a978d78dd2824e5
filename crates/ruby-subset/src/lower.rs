//! From the parser's tree to ours: unsupported code becomes a node that fails when it is reached.

mod assignment;
mod block;
mod literal;

use ecow::EcoString;
use ruby_prism::{
    ArgumentsNode, CallNode, ConstantId, ConstantList, ElseNode, Node as Prism, NodeList, StatementsNode,
};

use crate::{
    Error, known,
    tree::{Begin, BlockArgument, Call, Jump, Kind, Node, Operator, Rescue, Target},
};

/// How long a program may be.
const MAX_LENGTH: usize = 4 << 20;

/// How deep expressions may be nested.
const MAX_DEPTH: usize = 400;

/// How deep the parser nests expressions, at most.
const MAX_PARSER_DEPTH: usize = 10_000;

/// How much of the stack the parser needs for an expression in another one.
const STACK_PER_EXPRESSION: usize = 4 << 10;

/// How much of the stack a tree needs per byte of its text: long chains of calls become deep trees.
const STACK_PER_BYTE: usize = 128;

/// A program that was read.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub body: Node,
    /// How many variables it has.
    pub slots: usize,
    /// What is in it that is not supported, with the lines.
    pub unsupported: Vec<(u32, EcoString)>,
}

/// Reads a program. The parser's tree can be as deep as its text is long, so a stack is needed that is large enough.
pub(crate) fn read(code: &str) -> Result<Lowered, Error> {
    if code.len() > MAX_LENGTH {
        return failure(1, format!("the template has more than {MAX_LENGTH} bytes as code, which is too much"));
    }
    let stack = (1 << 20) + code.len().min(MAX_PARSER_DEPTH) * STACK_PER_EXPRESSION + code.len() * STACK_PER_BYTE;
    stacker::maybe_grow(stack, stack, || parse(code))
}

fn failure<T>(line: u32, message: impl Into<String>) -> Result<T, Error> {
    Err(Error::new("SyntaxError", message, line))
}

fn parse(code: &str) -> Result<Lowered, Error> {
    let parsed = ruby_prism::parse(code.as_bytes());
    let mut starts = vec![0];
    starts.extend(code.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(index, _)| index + 1));
    let mut lowering = Lowering { starts, ..Lowering::default() };
    if let Some(error) = parsed.errors().next() {
        let line = lowering.line_at(error.location().start());
        return failure(line, String::from_utf8_lossy(error.message()));
    }
    let node = parsed.node();
    let Some(program) = node.as_program_node() else {
        return failure(1, "not a program");
    };
    let slots = lowering.enter(&program.locals());
    let body = lowering.statements(Some(program.statements()));
    // A program may call its own methods before the text defines them.
    let Lowering { mut unsupported, defined, called, defined_constants, named_constants, .. } = lowering;
    for (kind, used, defined) in [("function", called, defined), ("constant", named_constants, defined_constants)] {
        let missing = used.into_iter().filter(|(_, name)| !defined.contains(name));
        unsupported.extend(missing.map(|(line, name)| (line, format!("{kind} '{name}'").into())));
    }
    unsupported.sort_by_key(|(line, _)| *line);
    Ok(Lowered { body, slots, unsupported })
}

/// The state of a lowering.
#[derive(Default)]
struct Lowering {
    /// Where lines start.
    starts: Vec<usize>,
    unsupported: Vec<(u32, EcoString)>,
    depth: usize,
    /// The variables of each block around.
    scopes: Vec<Vec<EcoString>>,
    /// Whether `next` and `break` mean a loop rather than a block.
    in_loop: bool,
    /// The methods that the program defines, and the functions that it calls and that exist nowhere else.
    defined: Vec<EcoString>,
    called: Vec<(u32, EcoString)>,
    /// The same for constants.
    defined_constants: Vec<EcoString>,
    named_constants: Vec<(u32, EcoString)>,
}

/// A name of the tree as text.
fn name(id: &ConstantId<'_>) -> EcoString {
    std::str::from_utf8(id.as_slice()).unwrap_or_default().into()
}

impl Lowering {
    fn line_at(&self, offset: u32) -> u32 {
        u32::try_from(self.starts.partition_point(|start| *start <= offset as usize)).unwrap_or(u32::MAX)
    }

    fn line(&self, node: &Prism<'_>) -> u32 {
        // A call is located at its name, which can be lines below its receiver.
        let call = node.as_call_node().and_then(|call| call.message_loc());
        self.line_at(call.map_or_else(|| node.location().start(), |location| location.start()))
    }

    /// Begins a scope with these variables.
    fn enter(&mut self, locals: &ConstantList<'_>) -> usize {
        let names: Vec<EcoString> = locals.iter().map(|local| name(&local)).collect();
        let count = names.len();
        self.scopes.push(names);
        count
    }

    fn refuse(&mut self, line: u32, what: impl Into<EcoString>) -> Kind {
        let what = what.into();
        self.unsupported.push((line, what.clone()));
        Kind::Unsupported(what)
    }

    fn statements(&mut self, statements: Option<StatementsNode<'_>>) -> Node {
        let Some(statements) = statements else { return Node { line: 0, kind: Kind::Nil } };
        let line = self.line(&statements.as_node());
        let mut nodes = self.list(&statements.body());
        match nodes.len() {
            1 => nodes.remove(0),
            _ => Node { line, kind: Kind::Statements(nodes) },
        }
    }

    fn otherwise(&mut self, clause: Option<ElseNode<'_>>) -> Node {
        self.statements(clause.and_then(|clause| clause.statements()))
    }

    fn optional(&mut self, node: Option<Prism<'_>>) -> Option<Box<Node>> {
        node.map(|node| Box::new(self.node(&node)))
    }

    fn boxed(&mut self, node: &Prism<'_>) -> Box<Node> {
        Box::new(self.node(node))
    }

    fn list(&mut self, nodes: &NodeList<'_>) -> Vec<Node> {
        nodes.iter().map(|node| self.node(&node)).collect()
    }

    fn arguments(&mut self, arguments: Option<ArgumentsNode<'_>>) -> Vec<Node> {
        arguments.map(|arguments| self.list(&arguments.arguments())).unwrap_or_default()
    }

    /// The value of a jump: none, one, or several as an array.
    fn carried(&mut self, arguments: Option<ArgumentsNode<'_>>, line: u32) -> Box<Node> {
        let mut values = self.arguments(arguments);
        Box::new(match values.len() {
            0 => Node { line, kind: Kind::Nil },
            1 => values.remove(0),
            _ => Node { line, kind: Kind::Array(values) },
        })
    }

    fn node(&mut self, node: &Prism<'_>) -> Node {
        let line = self.line(node);
        if self.depth >= MAX_DEPTH {
            let kind = self.refuse(line, format!("more than {MAX_DEPTH} nested expressions"));
            return Node { line, kind };
        }
        self.depth += 1;
        let made = match node.as_parentheses_node().and_then(|node| node.body()) {
            // What is inside keeps its own line.
            Some(inner) => self.node(&inner),
            None => Node { line, kind: self.kind(node, line) },
        };
        self.depth -= 1;
        made
    }

    fn kind(&mut self, node: &Prism<'_>, line: u32) -> Kind {
        if let Some(kind) = self.literal(node, line) {
            return kind;
        }
        if let Some(kind) = self.assignment(node) {
            return kind;
        }
        match node {
            Prism::CallNode { .. } => match node.as_call_node() {
                Some(call) => self.call(&call, line),
                None => Kind::Nil,
            },
            Prism::ParenthesesNode { .. } => Kind::Nil,
            Prism::StatementsNode { .. } => self.statements(node.as_statements_node()).kind,
            _ => self.control(node, line),
        }
    }

    fn control(&mut self, node: &Prism<'_>, line: u32) -> Kind {
        if let Some(node) = node.as_if_node() {
            let condition = self.boxed(&node.predicate());
            let then = Box::new(self.statements(node.statements()));
            let otherwise = match node.subsequent() {
                None => Node { line, kind: Kind::Nil },
                Some(next) => match next.as_else_node() {
                    Some(clause) => self.otherwise(Some(clause)),
                    None => self.node(&next),
                },
            };
            Kind::If(condition, then, Box::new(otherwise))
        } else if let Some(node) = node.as_unless_node() {
            let condition = self.boxed(&node.predicate());
            let then = Box::new(self.statements(node.statements()));
            Kind::If(condition, Box::new(self.otherwise(node.else_clause())), then)
        } else if let Some(node) = node.as_and_node() {
            Kind::And(self.boxed(&node.left()), self.boxed(&node.right()))
        } else if let Some(node) = node.as_or_node() {
            Kind::Or(self.boxed(&node.left()), self.boxed(&node.right()))
        } else if let Some(node) = node.as_defined_node() {
            // What is only asked for need not be there.
            let (called, named) = (self.called.len(), self.named_constants.len());
            let value = self.boxed(&node.value());
            self.called.truncate(called);
            self.named_constants.truncate(named);
            Kind::Defined(value)
        } else if let Some(node) = node.as_case_node() {
            let subject = self.optional(node.predicate());
            let mut branches = Vec::new();
            for when in node.conditions().iter().filter_map(|condition| condition.as_when_node()) {
                let conditions = self.list(&when.conditions());
                branches.push((conditions, self.statements(when.statements())));
            }
            Kind::Case(subject, branches, Box::new(self.otherwise(node.else_clause())))
        } else if let Some(node) = node.as_while_node() {
            self.repeat(&node.predicate(), true, node.statements(), node.is_begin_modifier())
        } else if let Some(node) = node.as_until_node() {
            self.repeat(&node.predicate(), false, node.statements(), node.is_begin_modifier())
        } else if let Some(node) = node.as_for_node() {
            let target = Box::new(self.target(&node.index()));
            let collection = self.boxed(&node.collection());
            let outer = std::mem::replace(&mut self.in_loop, true);
            let body = Box::new(self.statements(node.statements()));
            self.in_loop = outer;
            Kind::For(target, collection, body)
        } else if let Some(node) = node.as_next_node() {
            let jump = if self.in_loop { Jump::NextRound } else { Jump::Next };
            Kind::Jump(jump, self.carried(node.arguments(), line))
        } else if let Some(node) = node.as_break_node() {
            let jump = if self.in_loop { Jump::EndLoop } else { Jump::Break };
            Kind::Jump(jump, self.carried(node.arguments(), line))
        } else if let Some(node) = node.as_return_node() {
            Kind::Jump(Jump::Return, self.carried(node.arguments(), line))
        } else if let Some(node) = node.as_yield_node() {
            Kind::Yield(self.arguments(node.arguments()))
        } else if let Some(node) = node.as_rescue_modifier_node() {
            let body = self.node(&node.expression());
            let rescue = Rescue { classes: Vec::new(), target: None, body: self.node(&node.rescue_expression()) };
            Kind::Begin(Box::new(Begin { body, rescues: vec![rescue], otherwise: None, ensure: None }))
        } else if let Some(node) = node.as_begin_node() {
            self.begin(&node)
        } else if let Some(node) = node.as_def_node() {
            self.definition(&node, line)
        } else if let Some(node) = node.as_module_node() {
            let path = String::from_utf8_lossy(node.constant_path().location().as_slice()).into_owned();
            let outer = std::mem::take(&mut self.scopes);
            let slots = self.enter(&node.locals());
            let body = node.body().map_or(Node { line, kind: Kind::Nil }, |body| self.node(&body));
            self.scopes = outer;
            self.defined_constants.push(path.as_str().into());
            Kind::Module(path.into(), slots, Box::new(body))
        } else if node.as_x_string_node().is_some() || node.as_interpolated_x_string_node().is_some() {
            self.refuse(line, "running a command")
        } else if let Some(node) = node.as_lambda_node() {
            let block = self.block(&node.locals(), node.parameters(), node.body());
            Kind::Lambda(block)
        } else {
            let kind = format!("{node:?}");
            let kind = kind.split(['(', ' ', '{']).next().unwrap_or_default().trim_end_matches("Node").to_owned();
            self.refuse(line, format!("Ruby syntax '{kind}'"))
        }
    }

    fn repeat(
        &mut self,
        condition: &Prism<'_>,
        wanted: bool,
        body: Option<StatementsNode<'_>>,
        body_first: bool,
    ) -> Kind {
        let outer = std::mem::replace(&mut self.in_loop, true);
        let condition = self.boxed(condition);
        let body = Box::new(self.statements(body));
        self.in_loop = outer;
        Kind::While { condition, wanted, body, body_first }
    }

    fn begin(&mut self, node: &ruby_prism::BeginNode<'_>) -> Kind {
        let body = self.statements(node.statements());
        let mut rescues = Vec::new();
        let mut next = node.rescue_clause();
        while let Some(clause) = next {
            let classes = self.list(&clause.exceptions());
            let target = clause.reference().map(|reference| self.target(&reference));
            rescues.push(Rescue { classes, target, body: self.statements(clause.statements()) });
            next = clause.subsequent();
        }
        let otherwise = node.else_clause().map(|clause| self.otherwise(Some(clause)));
        let ensure = node.ensure_clause().map(|clause| self.statements(clause.statements()));
        if rescues.is_empty() && otherwise.is_none() && ensure.is_none() {
            return body.kind;
        }
        Kind::Begin(Box::new(Begin { body, rescues, otherwise, ensure }))
    }

    fn call(&mut self, node: &CallNode<'_>, line: u32) -> Kind {
        let name = name(&node.name());
        let receiver = node.receiver().map(|receiver| self.node(&receiver));
        if name == "!"
            && node.arguments().is_none()
            && let Some(receiver) = receiver
        {
            return Kind::Not(Box::new(receiver));
        }
        let arguments = self.arguments(node.arguments());
        let block = node.block().map(|block| self.block_argument(&block, line));
        let constant = receiver.as_ref().and_then(|receiver| match &receiver.kind {
            Kind::Constant(name) if known::is_constant(name) => Some(name.as_str()),
            _ => None,
        });
        if !known::is_method(constant, receiver.is_some(), &name) {
            if receiver.is_some() {
                self.unsupported.push((line, format!("method '{name}'").into()));
            } else {
                self.called.push((line, name.clone()));
            }
        }
        Kind::Call(Box::new(Call { receiver, name, arguments, block, safe: node.is_safe_navigation() }))
    }

    fn block_argument(&mut self, block: &Prism<'_>, line: u32) -> BlockArgument {
        if let Some(block) = block.as_block_node() {
            return BlockArgument::Code(self.block(&block.locals(), block.parameters(), block.body()));
        }
        let value = block.as_block_argument_node().and_then(|argument| argument.expression());
        match value {
            Some(value) => BlockArgument::Value(self.node(&value)),
            None => {
                let kind = self.refuse(line, "an anonymous block argument");
                BlockArgument::Value(Node { line, kind })
            }
        }
    }

    fn update(&mut self, target: Target, operator: Operator, value: &Prism<'_>) -> Kind {
        let value = self.boxed(value);
        Kind::Update(Box::new(target), operator, value)
    }
}
