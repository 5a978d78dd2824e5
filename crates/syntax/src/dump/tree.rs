//! The legacy format: operators first, in parentheses, with line breaks where it gets long.
//!
//! Two oddities of Puppet's output are kept so that both can be compared: an `if` without `else` indents everything
//! that follows it, and the operand of `!` starts at the left margin.

use std::borrow::Cow;

use super::{number, type_definition};
use crate::{
    Program,
    ast::{
        Attribute, AttributeName, BinaryOperator, Block, Call, CallForm, Expression, Kind, Lambda, Parameter,
        ResourceForm, UnaryOperator,
    },
};

/// Returns the tree in the legacy format, without a trailing newline.
///
/// ```
/// use std::sync::Arc;
/// use diagnostics::Source;
///
/// let parsed = syntax::parse(Arc::new(Source::new("example", "$x = 1 + 2")));
/// assert_eq!(syntax::dump::tree(&parsed.program), "(= $x (+ 1 2))");
/// ```
pub fn tree(program: &Program) -> String {
    let mut writer = Writer::default();
    let part = match &program.body[..] {
        [] => text(":nop"),
        statements => writer.statements(statements),
    };
    writer.written(&part)
}

enum Part<'p> {
    Text(Cow<'p, str>),
    List(Vec<Part<'p>>),
    Indent,
    Dedent,
    Break,
}

fn text<'p>(text: impl Into<Cow<'p, str>>) -> Part<'p> {
    Part::Text(text.into())
}

#[derive(Default)]
struct Writer {
    indent: usize,
}

impl Writer {
    /// Writes a part. The indentation carries over to the next part.
    fn written(&mut self, part: &Part<'_>) -> String {
        let mut pieces = Vec::new();
        self.flatten(part, &mut pieces);
        let mut written = String::new();
        let mut previous: Option<&str> = None;
        for piece in &pieces {
            if let Some(previous) = previous
                && piece != ")"
                && !a_line_ends_blank(previous)
                && !a_line_begins_blank(piece)
            {
                written.push(' ');
            }
            written.push_str(piece);
            previous = Some(piece);
        }
        written
    }

    fn flatten<'w>(&mut self, part: &'w Part<'_>, pieces: &mut Vec<Cow<'w, str>>) {
        match part {
            Part::Text(text) => pieces.push(Cow::Borrowed(text)),
            Part::List(parts) => {
                pieces.push("(".into());
                parts.iter().for_each(|part| self.flatten(part, pieces));
                pieces.push(")".into());
            }
            Part::Indent => self.indent += 1,
            Part::Dedent => self.indent = self.indent.saturating_sub(1),
            Part::Break => pieces.push(format!("\n{}", "  ".repeat(self.indent)).into()),
        }
    }

    fn statement<'p>(&mut self, expression: &'p Expression) -> Part<'p> {
        match &expression.kind {
            Kind::Call(call) if !matches!(call.form, CallForm::Method(_)) => self.call("invoke", call),
            _ => self.part(expression),
        }
    }

    fn block<'p>(&mut self, statements: &'p [Expression]) -> Part<'p> {
        let mut parts = vec![text("block"), Part::Indent];
        for statement in statements {
            parts.push(Part::Break);
            parts.push(self.statement(statement));
        }
        parts.extend([Part::Dedent, Part::Break]);
        Part::List(parts)
    }

    /// The body of a definition, which is a block unless it is empty.
    fn body<'p>(&mut self, body: &'p Block) -> Part<'p> {
        if body.is_empty() { Part::List(Vec::new()) } else { self.block(body) }
    }

    /// A branch, which is a block if it has several statements.
    fn branch<'p>(&mut self, branch: &'p Block) -> Part<'p> {
        if branch.is_empty() { text("()") } else { self.statements(branch) }
    }

    fn statements<'p>(&mut self, statements: &'p [Expression]) -> Part<'p> {
        match statements {
            [only] => self.statement(only),
            statements => self.block(statements),
        }
    }

    fn list<'p>(&mut self, first: impl Into<Cow<'p, str>>, expressions: &'p [Expression]) -> Part<'p> {
        let mut parts = vec![text(first)];
        parts.extend(expressions.iter().map(|expression| self.part(expression)));
        Part::List(parts)
    }

    fn two<'p>(&mut self, first: impl Into<Cow<'p, str>>, sides: &'p (Expression, Expression)) -> Part<'p> {
        Part::List(vec![text(first), self.part(&sides.0), self.part(&sides.1)])
    }

    fn part<'p>(&mut self, expression: &'p Expression) -> Part<'p> {
        match &expression.kind {
            Kind::Undef => text(":undef"),
            Kind::Default => text(":default"),
            Kind::Boolean(value) => text(if *value { "true" } else { "false" }),
            Kind::Integer(value, radix) => text(number::integer(*value, *radix)),
            Kind::Float(value) => text(number::float(*value)),
            Kind::String(value) => text(format!("'{value}'")),
            Kind::Interpolated(parts) => {
                let mut list = vec![text("cat")];
                list.extend(parts.iter().map(|part| match &part.kind {
                    Kind::String(_) => self.part(part),
                    _ => Part::List(vec![text("str"), self.part(part)]),
                }));
                Part::List(list)
            }
            Kind::Heredoc(heredoc) => Part::List(vec![
                text(format!("@({})", heredoc.syntax)),
                Part::Indent,
                Part::Break,
                self.part(&heredoc.text),
                Part::Dedent,
                Part::Break,
            ]),
            Kind::Regexp(pattern) => text(format!("/{}/", pattern.replace("/", "\\/"))),
            Kind::Name(name) => text(name.as_str()),
            Kind::Reserved(word) => Part::List(vec![text("reserved"), text(word.as_str())]),
            Kind::TypeName(name) => text(name.as_str()),
            Kind::Variable(name) => text(format!("${name}")),
            Kind::Array(values) => self.list("[]", values),
            Kind::Hash(entries) => self.hash(entries, None),
            Kind::Unary(UnaryOperator::Not, inner) => {
                let part = self.part(inner);
                Part::List(vec![text("!"), text(self.written(&part))])
            }
            Kind::Unary(UnaryOperator::Minus, inner) => Part::List(vec![text("-"), self.part(inner)]),
            Kind::Unary(UnaryOperator::Splat, inner) => Part::List(vec![text("unfold"), self.part(inner)]),
            Kind::Binary(operator, sides) => {
                let symbol = match operator {
                    BinaryOperator::And => "&&",
                    BinaryOperator::Or => "||",
                    other => other.symbol(),
                };
                self.two(symbol, sides)
            }
            Kind::Assignment(operator, sides) => self.two(operator.symbol(), sides),
            Kind::Relationship(operator, sides) => self.two(operator.symbol(), sides),
            Kind::Access(of, keys) => {
                let of = self.part(of);
                let keys = match &keys[..] {
                    [only] => self.part(only),
                    keys => Part::List(keys.iter().map(|key| self.part(key)).collect()),
                };
                Part::List(vec![text("slice"), of, keys])
            }
            Kind::Selector(of, entries) => {
                let mut parts = vec![text("?"), self.part(of)];
                for (matched, value) in entries {
                    parts.push(Part::List(vec![self.part(matched), text("=>"), self.part(value)]));
                }
                Part::List(parts)
            }
            Kind::Parenthesized(inner) => self.part(inner),
            Kind::Block(statements) => self.statements(statements),
            Kind::If(statement) => {
                let name = if statement.negated { "unless" } else { "if" };
                let condition = self.part(&statement.condition);
                let then = self.branch(&statement.then);
                let then = Part::List(vec![text("then"), Part::Indent, then, Part::Dedent]);
                let mut parts = vec![text(name), condition, Part::Indent, Part::Break, then];
                if let Some(otherwise) = statement.otherwise.as_ref().filter(|otherwise| !otherwise.is_empty()) {
                    let otherwise = self.branch(otherwise);
                    let otherwise = Part::List(vec![text("else"), Part::Indent, otherwise, Part::Dedent]);
                    parts.extend([Part::Break, otherwise, Part::Dedent]);
                }
                Part::List(parts)
            }
            Kind::Case(statement) => {
                let mut parts = vec![text("case"), self.part(&statement.subject), Part::Indent];
                for option in &statement.options {
                    let values = Part::List(option.values.iter().map(|value| self.part(value)).collect());
                    let then = if option.body.is_empty() { text("()") } else { self.block(&option.body) };
                    let then = Part::List(vec![text("then"), then]);
                    parts.extend([Part::Break, Part::List(vec![text("when"), values, then])]);
                }
                parts.push(Part::Dedent);
                Part::List(parts)
            }
            Kind::Call(call) => match call.form {
                CallForm::Method(_) => self.call("call-method", call),
                CallForm::Function => self.call("call", call),
                CallForm::Statement => self.call("invoke", call),
            },
            Kind::Lambda(lambda) => self.lambda(lambda),
            Kind::Resource(resource) => {
                let name = of_form(resource.form, "resource");
                let mut parts = vec![text(name), self.part(&resource.type_name), Part::Indent];
                for body in &resource.bodies {
                    let title = self.part(&body.title);
                    parts.extend([Part::Break, self.with_attributes(vec![title], &body.attributes)]);
                }
                parts.push(Part::Dedent);
                Part::List(parts)
            }
            Kind::ResourceDefaults(defaults) => {
                let name = text(of_form(defaults.form, "resource-defaults"));
                let head = vec![name, self.part(&defaults.type_name)];
                self.with_attributes(head, &defaults.attributes)
            }
            Kind::ResourceOverride(change) => {
                let name = text(of_form(change.form, "override"));
                let head = vec![name, self.part(&change.resources)];
                self.with_attributes(head, &change.attributes)
            }
            // Puppet does not show the overridden attributes.
            Kind::Collector(collector) => {
                let mut query = vec![text(if collector.exported { "<<| |>>" } else { "<| |>" })];
                let type_name = self.part(&collector.type_name);
                query.extend(collector.query.as_ref().map(|query| self.part(query)));
                Part::List(vec![
                    text("collect"),
                    type_name,
                    Part::Indent,
                    Part::Break,
                    Part::List(query),
                    Part::Indent,
                    Part::Dedent,
                    Part::Dedent,
                ])
            }
            Kind::Class(class) => {
                let mut head = vec![text("class"), text(class.name.as_str())];
                let parent = class.parent.as_ref();
                head.extend(parent.map(|parent| Part::List(vec![text("inherits"), text(parent.as_str())])));
                self.definition(head, &class.parameters, None, &class.body)
            }
            Kind::Define(define) => {
                let head = vec![text("define"), text(define.name.as_str())];
                self.definition(head, &define.parameters, None, &define.body)
            }
            Kind::Function(function) => {
                let head = vec![text("function"), text(function.name.as_str())];
                self.definition(head, &function.parameters, function.returns.as_ref(), &function.body)
            }
            Kind::Node(node) => {
                let mut parts = vec![text("node"), self.list("matches", &node.matches)];
                let parent = node.parent.as_ref();
                parts.extend(parent.map(|parent| Part::List(vec![text("parent"), self.part(parent)])));
                parts.push(self.body(&node.body));
                Part::List(parts)
            }
            Kind::TypeAlias(alias) => {
                let definition = match &alias.definition.kind {
                    Kind::Hash(entries) => self.object(alias.parent.as_deref(), entries),
                    _ => self.part(&alias.definition),
                };
                Part::List(vec![text("type-alias"), text(alias.name.as_str()), definition])
            }
            Kind::TypeMapping(sides) => self.two("type-mapping", sides),
            Kind::TypeDefinition(definition) => {
                let parent = text(definition.parent.as_ref().map_or("", |parent| &parent.text));
                let name = text(definition.name.as_str());
                if definition.statements.is_empty() {
                    return Part::List(vec![text("type-definition"), name, parent, text("()")]);
                }
                let mut parts = vec![text("block"), Part::Indent];
                for statement in &definition.statements {
                    parts.extend([Part::Break, text(type_definition::statement(statement).text())]);
                }
                parts.extend([Part::Dedent, Part::Break]);
                Part::List(vec![text("type-definition"), name, parent, Part::List(parts)])
            }
            Kind::Invariant(invariant) => text(type_definition::of_invariant(invariant).text()),
            Kind::Template(template) => {
                let mut parts = vec![text("lambda")];
                parts.extend(self.parameters(&template.parameters));
                let body = self.body(&template.body);
                parts.push(Part::List(vec![text("epp"), body]));
                Part::List(parts)
            }
            Kind::RenderText(value) => Part::List(vec![text("render-s"), text(format!(" '{value}'"))]),
            Kind::Render(inner) => Part::List(vec![text("render"), self.part(inner)]),
            Kind::Nothing => text(":nop"),
        }
    }

    fn hash<'p>(&mut self, entries: &'p [(Expression, Expression)], parent: Option<&'p str>) -> Part<'p> {
        let mut parts = vec![text("{}")];
        parts.extend(entries.iter().map(|(key, value)| Part::List(vec![self.part(key), self.part(value)])));
        parts.extend(parent.map(|parent| Part::List(vec![text("parent"), text(parent)])));
        Part::List(parts)
    }

    /// `type X = { … }` and `type X = Y { … }` are short for an Object.
    fn object<'p>(&mut self, parent: Option<&'p str>, entries: &'p [(Expression, Expression)]) -> Part<'p> {
        let (of, parent) = match parent {
            Some(parent @ ("Object" | "TypeSet")) => (parent, None),
            parent => ("Object", parent),
        };
        Part::List(vec![text("slice"), text(of), self.hash(entries, parent)])
    }

    fn call<'p>(&mut self, name: &'static str, call: &'p Call) -> Part<'p> {
        let callee = match &call.form {
            CallForm::Method(of) => Part::List(vec![text("."), self.part(of), self.part(&call.callee)]),
            CallForm::Function | CallForm::Statement => self.part(&call.callee),
        };
        let mut parts = vec![text(name), callee];
        parts.extend(call.arguments.iter().map(|argument| self.part(argument)));
        parts.extend(call.lambda.as_ref().map(|lambda| self.lambda(lambda)));
        Part::List(parts)
    }

    fn lambda<'p>(&mut self, lambda: &'p Lambda) -> Part<'p> {
        self.definition(vec![text("lambda")], &lambda.parameters, lambda.returns.as_ref(), &lambda.body)
    }

    fn definition<'p>(
        &mut self,
        mut parts: Vec<Part<'p>>,
        parameters: &'p [Parameter],
        returns: Option<&'p Expression>,
        body: &'p Block,
    ) -> Part<'p> {
        parts.extend(self.parameters(parameters));
        parts.extend(returns.map(|returns| Part::List(vec![text("return_type"), self.part(returns)])));
        parts.push(self.body(body));
        Part::List(parts)
    }

    fn parameters<'p>(&mut self, parameters: &'p [Parameter]) -> Option<Part<'p>> {
        if parameters.is_empty() {
            return None;
        }
        let mut parts = vec![text("parameters")];
        parts.extend(parameters.iter().map(|parameter| self.parameter(parameter)));
        Some(Part::List(parts))
    }

    fn parameter<'p>(&mut self, parameter: &'p Parameter) -> Part<'p> {
        let rest = if parameter.captures_rest { "*" } else { "" };
        let name = text(format!("{rest}{}", parameter.name));
        match (&parameter.data_type, &parameter.default) {
            (Some(data_type), Some(default)) => {
                Part::List(vec![text("=t"), self.part(data_type), name, self.part(default)])
            }
            (None, Some(default)) => Part::List(vec![text("="), name, self.part(default)]),
            (Some(data_type), None) => Part::List(vec![text("t"), self.part(data_type), name]),
            (None, None) => name,
        }
    }

    fn with_attributes<'p>(&mut self, mut parts: Vec<Part<'p>>, attributes: &'p [Attribute]) -> Part<'p> {
        parts.push(Part::Indent);
        for attribute in attributes {
            let value = self.part(&attribute.value);
            let part = match &attribute.name {
                AttributeName::Named(name) => {
                    vec![text(name.as_str()), text(if attribute.adds { "+>" } else { "=>" }), value]
                }
                AttributeName::Splat => vec![text("* =>"), value],
            };
            parts.extend([Part::Break, Part::List(part)]);
        }
        parts.push(Part::Dedent);
        Part::List(parts)
    }
}

fn of_form(form: ResourceForm, name: &'static str) -> Cow<'static, str> {
    match form {
        ResourceForm::Regular => name.into(),
        ResourceForm::Virtual => format!("virtual-{name}").into(),
        ResourceForm::Exported => format!("exported-{name}").into(),
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Whether a piece, or a line in it, ends in a blank or an opening parenthesis, so that no separator is needed.
fn a_line_ends_blank(piece: &str) -> bool {
    let bytes = piece.as_bytes();
    let ends = |end: usize| end > 0 && (is_blank(bytes[end - 1]) || bytes[end - 1] == b'(');
    ends(bytes.len()) || bytes.iter().enumerate().any(|(at, byte)| *byte == b'\n' && ends(at))
}

/// Whether a piece, or a line in it, begins with a blank.
fn a_line_begins_blank(piece: &str) -> bool {
    let bytes = piece.as_bytes();
    let begins = |start: usize| bytes.get(start).is_some_and(|byte| is_blank(*byte));
    begins(0) || bytes.iter().enumerate().any(|(at, byte)| *byte == b'\n' && begins(at + 1))
}
