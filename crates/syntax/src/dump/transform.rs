//! The tree of the language as notation.

use super::{Notation, type_definition};
use crate::{
    Program,
    ast::{
        Attribute, AttributeName, Block, Call, CallForm, Expression, Kind, Lambda, Parameter, Radix, ResourceForm,
        UnaryOperator,
    },
};

/// Returns the tree as data.
///
/// ```
/// use std::sync::Arc;
/// use diagnostics::Source;
///
/// let parsed = syntax::parse(Arc::new(Source::new("example", "$x = 1 + 2")));
/// let notation = syntax::dump::notation(&parsed.program);
/// assert_eq!(notation.text(), r#"(= (var "x") (+ 1 2))"#);
/// assert_eq!(notation.json(), r#"{"^":["=",{"^":["var","x"]},{"^":["+",1,2]}]}"#);
/// ```
pub fn notation(program: &Program) -> Notation {
    match &program.body[..] {
        [] => call("nop", []),
        statements => block(statements),
    }
}

/// Several statements, or a single one.
fn block(statements: &[Expression]) -> Notation {
    match statements {
        [only] => statement(only),
        statements => Notation::Call("block", all_statements(statements)),
    }
}

/// Builds the entries of a map.
#[derive(Default)]
struct Entries(Vec<(ecow::EcoString, Notation)>);

impl Entries {
    fn with(mut self, key: &str, value: Notation) -> Entries {
        self.0.push((key.into(), value));
        self
    }

    fn with_some(self, key: &str, value: Option<Notation>) -> Entries {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    fn with_form(self, form: ResourceForm) -> Entries {
        match form {
            ResourceForm::Regular => self,
            ResourceForm::Virtual => self.with("form", text("virtual")),
            ResourceForm::Exported => self.with("form", text("exported")),
        }
    }

    fn map(self) -> Notation {
        Notation::Map(self.0)
    }

    fn call(self, name: &'static str) -> Notation {
        Notation::Call(name, vec![self.map()])
    }
}

fn call<const N: usize>(name: &'static str, parts: [Notation; N]) -> Notation {
    Notation::Call(name, parts.into())
}

fn text(text: &str) -> Notation {
    Notation::Text(text.into())
}

fn statement(expression: &Expression) -> Notation {
    match &expression.kind {
        Kind::Call(call) if !matches!(call.form, CallForm::Method(_)) => of_call("invoke", call),
        _ => of(expression),
    }
}

pub(super) fn all_statements(statements: &[Expression]) -> Vec<Notation> {
    statements.iter().map(statement).collect()
}

fn all(expressions: &[Expression]) -> Vec<Notation> {
    expressions.iter().map(of).collect()
}

fn two(name: &'static str, sides: &(Expression, Expression)) -> Notation {
    call(name, [of(&sides.0), of(&sides.1)])
}

pub(super) fn of(expression: &Expression) -> Notation {
    match &expression.kind {
        Kind::Undef => Notation::Nil,
        Kind::Default => call("default", []),
        Kind::Boolean(value) => Notation::Boolean(*value),
        Kind::Integer(value, Radix::Decimal) => Notation::Integer(*value),
        Kind::Integer(value, Radix::Octal) => with_radix(8, *value),
        Kind::Integer(value, Radix::Hexadecimal) => with_radix(16, *value),
        Kind::Float(value) => Notation::Float(*value),
        Kind::String(value) => Notation::Text(value.clone()),
        Kind::Interpolated(parts) => {
            let parts = parts.iter().map(|part| match &part.kind {
                Kind::String(_) => of(part),
                _ => call("str", [of(part)]),
            });
            Notation::Call("concat", parts.collect())
        }
        Kind::Heredoc(heredoc) => {
            let syntax = (!heredoc.syntax.is_empty()).then(|| text(&heredoc.syntax));
            Entries::default().with_some("syntax", syntax).with("text", of(&heredoc.text)).call("heredoc")
        }
        Kind::Regexp(pattern) => call("regexp", [text(pattern)]),
        Kind::Name(name) => call("qn", [text(name)]),
        Kind::Reserved(word) => call("reserved", [text(word)]),
        Kind::TypeName(name) => call("qr", [text(name)]),
        Kind::Variable(name) => call("var", [text(name)]),
        Kind::Array(values) => Notation::Call("array", all(values)),
        Kind::Hash(entries) => Notation::Call("hash", pairs(entries)),
        Kind::Unary(UnaryOperator::Not, inner) => call("!", [of(inner)]),
        Kind::Unary(UnaryOperator::Minus, inner) => match &inner.kind {
            Kind::Integer(value, _) => Notation::Integer(value.saturating_neg()),
            Kind::Float(value) => Notation::Float(-value),
            _ => call("-", [of(inner)]),
        },
        Kind::Unary(UnaryOperator::Splat, inner) => call("unfold", [of(inner)]),
        Kind::Binary(operator, sides) => two(operator.symbol(), sides),
        Kind::Assignment(operator, sides) => two(operator.symbol(), sides),
        Kind::Relationship(operator, sides) => two(operator.symbol(), sides),
        Kind::Access(accessed, keys) => {
            let mut parts = vec![of(accessed)];
            parts.extend(all(keys));
            Notation::Call("access", parts)
        }
        Kind::Selector(selected, entries) => call("?", [of(selected), Notation::List(pairs(entries))]),
        Kind::Parenthesized(inner) => call("paren", [of(inner)]),
        Kind::Block(statements) => block(statements),
        Kind::If(statement) => Entries::default()
            .with("test", of(&statement.condition))
            .with_some("then", branch(&statement.then))
            .with_some("else", statement.otherwise.as_deref().and_then(branch))
            .call(if statement.negated { "unless" } else { "if" }),
        Kind::Case(statement) => {
            let options = statement.options.iter().map(|option| {
                let then = body(&option.body).unwrap_or_else(|| Notation::List(vec![call("nop", [])]));
                Entries::default().with("when", Notation::List(all(&option.values))).with("then", then).map()
            });
            call("case", [of(&statement.subject), Notation::List(options.collect())])
        }
        Kind::Call(call) => match call.form {
            CallForm::Method(_) => of_call("call-method", call),
            CallForm::Function => of_call("call", call),
            CallForm::Statement => of_call("invoke", call),
        },
        Kind::Lambda(lambda) => of_lambda(lambda),
        Kind::Resource(resource) => {
            let bodies = resource.bodies.iter().map(|body| {
                Entries::default().with("title", of(&body.title)).with("ops", operations(&body.attributes)).map()
            });
            Entries::default()
                .with("type", of(&resource.type_name))
                .with("bodies", Notation::List(bodies.collect()))
                .with_form(resource.form)
                .call("resource")
        }
        Kind::ResourceDefaults(defaults) => Entries::default()
            .with("type", of(&defaults.type_name))
            .with("ops", operations(&defaults.attributes))
            .with_form(defaults.form)
            .call("resource-defaults"),
        Kind::ResourceOverride(change) => Entries::default()
            .with("resources", of(&change.resources))
            .with("ops", operations(&change.attributes))
            .with_form(change.form)
            .call("resource-override"),
        Kind::Collector(collector) => {
            let name = if collector.exported { "exported-query" } else { "virtual-query" };
            let query = Notation::Call(name, collector.query.iter().map(of).collect());
            let changes = (!collector.attributes.is_empty()).then(|| operations(&collector.attributes));
            Entries::default()
                .with("type", of(&collector.type_name))
                .with("query", query)
                .with_some("ops", changes)
                .call("collect")
        }
        Kind::Class(class) => Entries::default()
            .with("name", text(&class.name))
            .with_some("parent", class.parent.as_deref().map(text))
            .with_some("params", parameters(&class.parameters))
            .with_some("body", body(&class.body))
            .call("class"),
        Kind::Define(define) => Entries::default()
            .with("name", text(&define.name))
            .with_some("params", parameters(&define.parameters))
            .with_some("body", body(&define.body))
            .call("define"),
        Kind::Function(function) => Entries::default()
            .with("name", text(&function.name))
            .with_some("params", parameters(&function.parameters))
            .with_some("body", body(&function.body))
            .with_some("returns", function.returns.as_ref().map(of))
            .call("function"),
        Kind::Node(node) => Entries::default()
            .with("matches", Notation::List(all(&node.matches)))
            .with_some("parent", node.parent.as_ref().map(of))
            .with_some("body", body(&node.body))
            .call("node"),
        Kind::TypeAlias(alias) => {
            let definition = match &alias.definition.kind {
                Kind::Hash(entries) => object(alias.parent.as_deref(), entries),
                _ => of(&alias.definition),
            };
            call("type-alias", [text(&alias.name), definition])
        }
        Kind::TypeMapping(sides) => two("type-mapping", sides),
        Kind::TypeDefinition(definition) => {
            let body = match &definition.statements[..] {
                [] => call("nop", []),
                statements => Notation::Call("block", statements.iter().map(type_definition::statement).collect()),
            };
            let parent = definition.parent.as_ref().map_or(Notation::Nil, |parent| text(&parent.text));
            call("type-definition", [text(&definition.name), parent, body])
        }
        Kind::Invariant(invariant) => type_definition::of_invariant(invariant),
        Kind::Template(template) => {
            let epp = Notation::Call("epp", all_statements(&template.body));
            Entries::default()
                .with_some("params", parameters(&template.parameters))
                .with("body", Notation::List(vec![epp]))
                .call("lambda")
        }
        Kind::RenderText(value) => call("render-s", [text(value)]),
        Kind::Render(inner) => call("render", [of(inner)]),
        Kind::Nothing => call("nop", []),
    }
}

fn with_radix(radix: i64, value: i64) -> Notation {
    let radix = Entries::default().with("radix", Notation::Integer(radix));
    radix.with("value", Notation::Integer(value)).call("int")
}

fn pairs(entries: &[(Expression, Expression)]) -> Vec<Notation> {
    entries.iter().map(|pair| two("=>", pair)).collect()
}

/// `type X = { … }` and `type X = Y { … }` are short for an Object.
fn object(parent: Option<&str>, entries: &[(Expression, Expression)]) -> Notation {
    let mut entries = pairs(entries);
    let of = match parent {
        Some(parent @ ("Object" | "TypeSet")) => parent,
        Some(parent) => {
            entries.push(call("=>", [call("qn", [text("parent")]), call("qr", [text(parent)])]));
            "Object"
        }
        None => "Object",
    };
    call("access", [call("qr", [text(of)]), Notation::Call("hash", entries)])
}

fn of_call(name: &'static str, of_call: &Call) -> Notation {
    let functor = match &of_call.form {
        CallForm::Method(on) => call(".", [of(on), of(&of_call.callee)]),
        CallForm::Function | CallForm::Statement => of(&of_call.callee),
    };
    Entries::default()
        .with("functor", functor)
        .with("args", Notation::List(all(&of_call.arguments)))
        .with_some("block", of_call.lambda.as_ref().map(|lambda| of_lambda(lambda)))
        .call(name)
}

pub(super) fn of_lambda(lambda: &Lambda) -> Notation {
    Entries::default()
        .with_some("params", parameters(&lambda.parameters))
        .with_some("returns", lambda.returns.as_ref().map(of))
        .with_some("body", body(&lambda.body))
        .call("lambda")
}

fn body(block: &Block) -> Option<Notation> {
    (!block.is_empty()).then(|| Notation::List(all_statements(block)))
}

/// A branch, which is a block if it has several statements.
fn branch(statements: &[Expression]) -> Option<Notation> {
    match statements {
        [Expression { kind: Kind::Block(statements), .. }] => branch(statements),
        [] => None,
        statements => Some(Notation::List(all_statements(statements))),
    }
}

fn parameters(parameters: &[Parameter]) -> Option<Notation> {
    if parameters.is_empty() {
        return None;
    }
    let entries = parameters.iter().fold(Entries::default(), |entries, parameter| {
        let described = Entries::default()
            .with_some("type", parameter.data_type.as_ref().map(of))
            .with_some("splat", parameter.captures_rest.then_some(Notation::Boolean(true)))
            .with_some("value", parameter.default.as_ref().map(of));
        entries.with(&parameter.name, described.map())
    });
    Some(entries.map())
}

fn operations(attributes: &[Attribute]) -> Notation {
    let operations = attributes.iter().map(|attribute| {
        let value = of(&attribute.value);
        match &attribute.name {
            AttributeName::Named(name) => {
                let operator = if attribute.adds { "+>" } else { "=>" };
                call(operator, [text(name), value])
            }
            AttributeName::Splat => call("splat-hash", [value]),
        }
    });
    Notation::List(operations.collect())
}
