//! `validate do |value| … end`, where it is nothing but `raise 'message' unless value =~ /pattern/` and the like.
//!
//! Either all of a block is understood, or nothing: what a part refuses may depend on the rest.

use pcore::regexp::{Regexp, RegexpOptions};
use ruby_prism::{CallNode, Node, StatementsNode};

use crate::{
    evaluate::Names,
    outline::{Comparison, Condition, Piece, Refusal, Subject},
    parse::{arguments, hash_elements, only_statement, text},
    search::{first_argument, last_name},
    static_value::StaticValue,
};

/// How deep conditions may be put into each other.
const MAX_DEPTH: usize = 50;

/// What a block refuses; nothing where a part of it is not plain.
pub(crate) fn refusals(block: Option<Node<'_>>, names: &Names) -> Option<Vec<Refusal>> {
    let block = block?.as_block_node()?;
    let parameter = match block.parameters() {
        Some(parameters) => {
            let parameters = parameters.as_block_parameters_node()?.parameters()?;
            let parameter = parameters.requireds().first()?.as_required_parameter_node()?;
            Some(text(parameter.name().as_slice()).to_owned())
        }
        None => None,
    };
    let reader = Reader { names, parameter };
    let mut found = Vec::new();
    for statement in &block.body()?.as_statements_node()?.body() {
        found.push(reader.refusal(&statement)?);
    }
    Some(found)
}

struct Reader<'n> {
    names: &'n Names,
    parameter: Option<String>,
}

impl Reader<'_> {
    /// `raise X, 'message' unless condition`, in its forms.
    fn refusal(&self, node: &Node<'_>) -> Option<Refusal> {
        if let Some(choice) = node.as_if_node() {
            let message = self.raised(&choice.statements()?).filter(|_| choice.subsequent().is_none())?;
            return Some(Refusal { condition: Some(self.condition(&choice.predicate(), 0)?), message });
        }
        if let Some(choice) = node.as_unless_node() {
            let message = self.raised(&choice.statements()?).filter(|_| choice.else_clause().is_none())?;
            let condition = Condition::Not(Box::new(self.condition(&choice.predicate(), 0)?));
            return Some(Refusal { condition: Some(condition), message });
        }
        Some(Refusal { condition: None, message: self.raise(&node.as_call_node()?)? })
    }

    fn raised(&self, statements: &StatementsNode<'_>) -> Option<Vec<Piece>> {
        self.raise(&only_statement(Some(statements.as_node()))?.as_call_node()?)
    }

    /// The message of `raise ArgumentError, 'message'` or `fail 'message'`.
    fn raise(&self, call: &CallNode<'_>) -> Option<Vec<Piece>> {
        let is_own = call.receiver().is_none_or(|receiver| receiver.as_self_node().is_some());
        if !is_own || !matches!(text(call.name().as_slice()), "raise" | "fail" | "devfail") || call.block().is_some() {
            return None;
        }
        match arguments(call).as_slice() {
            [message] => self.message(message),
            [class, message] if last_name(class).is_some() => self.message(message),
            _ => None,
        }
    }

    fn message(&self, node: &Node<'_>) -> Option<Vec<Piece>> {
        if let Some(call) = node.as_call_node() {
            return match text(call.name().as_slice()) {
                // A text that is translated.
                "_" if call.receiver().is_none() => match first_argument(&call, self.names)? {
                    StaticValue::Text(message) => Some(vec![Piece::Text(message)]),
                    _ => None,
                },
                "%" => self.formatted(&call),
                _ => self.known_text(node),
            };
        }
        let Some(string) = node.as_interpolated_string_node() else { return self.known_text(node) };
        let mut pieces = Vec::new();
        for part in &string.parts() {
            match part.as_embedded_statements_node() {
                None => pieces.extend(self.message(&part)?),
                Some(embedded) => {
                    let inner = only_statement(Some(embedded.statements()?.as_node()))?;
                    match self.subject(&inner) {
                        Some(subject) => pieces.push(Piece::Subject(subject)),
                        None => pieces.extend(self.known_text(&inner)?),
                    }
                }
            }
        }
        Some(pieces)
    }

    fn known_text(&self, node: &Node<'_>) -> Option<Vec<Piece>> {
        Some(vec![Piece::Text(self.names.evaluate(node).name()?.clone())])
    }

    /// `_('not %{value}') % { value: value }`
    fn formatted(&self, call: &CallNode<'_>) -> Option<Vec<Piece>> {
        let pieces = self.message(&call.receiver()?)?;
        let [Piece::Text(format)] = pieces.as_slice() else { return None };
        let mut given = Vec::new();
        for element in &hash_elements(arguments(call).first()?)? {
            let pair = element.as_assoc_node()?;
            given.push((self.names.evaluate(&pair.key()).name()?.clone(), self.subject(&pair.value())?));
        }
        let mut made = Vec::new();
        let mut rest = format.as_str();
        while let Some((before, behind)) = rest.split_once("%{") {
            let (name, behind) = behind.split_once('}')?;
            made.push(Piece::Text(before.into()));
            made.push(Piece::Subject(given.iter().find(|(known, _)| known == name)?.1.clone()));
            rest = behind;
        }
        if rest.contains('%') {
            return None;
        }
        made.push(Piece::Text(rest.into()));
        Some(made)
    }

    /// The value that is checked, or `self[:attribute]`.
    fn subject(&self, node: &Node<'_>) -> Option<Subject> {
        if let Some(variable) = node.as_local_variable_read_node() {
            let name = text(variable.name().as_slice());
            return self.parameter.as_deref().filter(|parameter| *parameter == name).map(|_| Subject::Value);
        }
        let call = node.as_call_node()?;
        let is_own = call.receiver().is_some_and(|receiver| receiver.as_self_node().is_some());
        // Of a block with a parameter, `self` is the attribute.
        if !is_own || self.parameter.is_some() || text(call.name().as_slice()) != "[]" {
            return None;
        }
        match first_argument(&call, self.names)? {
            StaticValue::Symbol(name) | StaticValue::Text(name) => Some(Subject::Attribute(name)),
            _ => None,
        }
    }

    /// A subject, and whether it is made a text first.
    fn text_subject(&self, node: &Node<'_>) -> Option<(Subject, bool)> {
        if let Some(call) = node.as_call_node()
            && text(call.name().as_slice()) == "to_s"
            && call.arguments().is_none()
        {
            return Some((self.subject(&call.receiver()?)?, true));
        }
        Some((self.subject(node)?, false))
    }

    fn condition(&self, node: &Node<'_>, depth: usize) -> Option<Condition> {
        if depth > MAX_DEPTH {
            return None;
        }
        let inner = |node: &Node<'_>| self.condition(node, depth + 1);
        if let Some(parentheses) = node.as_parentheses_node() {
            return inner(&only_statement(parentheses.body())?);
        }
        if let Some(and) = node.as_and_node() {
            return Some(Condition::All(vec![inner(&and.left())?, inner(&and.right())?]));
        }
        if let Some(or) = node.as_or_node() {
            return Some(Condition::Any(vec![inner(&or.left())?, inner(&or.right())?]));
        }
        if let Some(subject) = self.subject(node) {
            return Some(Condition::Given(subject));
        }
        if let Some(written) = node.as_match_write_node() {
            // A pattern with named groups, which would be variables: nothing reads them here.
            return inner(&written.call().as_node());
        }
        let call = node.as_call_node()?;
        if call.block().is_some() {
            return None;
        }
        let method = text(call.name().as_slice());
        if method == "!" {
            return Some(Condition::Not(Box::new(inner(&call.receiver()?)?)));
        }
        match arguments(&call).as_slice() {
            [] => {
                let subject = self.subject(&call.receiver()?)?;
                match method {
                    "nil?" => Some(Condition::Missing(subject)),
                    "empty?" => Some(Condition::Empty(subject)),
                    _ => None,
                }
            }
            [argument] => self.comparison(&call, method, argument),
            _ => None,
        }
    }

    fn comparison(&self, call: &CallNode<'_>, method: &str, argument: &Node<'_>) -> Option<Condition> {
        if matches!(method, "absolute_path?") {
            let subject = self.subject(argument)?;
            return matches(subject, "^/", RegexpOptions::default(), false);
        }
        let receiver = call.receiver()?;
        match method {
            "=~" | "match" | "match?" | "!~" => {
                let (node, pattern) = match self.names.evaluate(&receiver) {
                    pattern @ StaticValue::Pattern(..) => (argument, pattern),
                    _ => (&receiver, self.names.evaluate(argument)),
                };
                let (subject, as_text) = self.text_subject(node)?;
                let StaticValue::Pattern(source, options) = pattern else { return None };
                let found = matches(subject, &source, options, as_text)?;
                Some(if method == "!~" { Condition::Not(Box::new(found)) } else { found })
            }
            "==" | "!=" => {
                let found = self.equal(&receiver, argument)?;
                Some(if method == "!=" { Condition::Not(Box::new(found)) } else { found })
            }
            "is_a?" | "kind_of?" | "instance_of?" => {
                Some(Condition::IsA(self.subject(&receiver)?, vec![last_name(argument)?.into()]))
            }
            "include?" => self.included(&receiver, argument),
            "start_with?" | "end_with?" => {
                let StaticValue::Text(part) = self.names.evaluate(argument) else { return None };
                let (before, behind) = if method == "start_with?" { ("\\A", "") } else { ("", "\\z") };
                let pattern = format!("{before}{}{behind}", escaped(&part));
                let (subject, as_text) = self.text_subject(&receiver)?;
                matches(subject, &pattern, RegexpOptions::default(), as_text)
            }
            "<" | "<=" | ">" | ">=" => self.length(&receiver, method, argument),
            _ => None,
        }
    }

    fn equal(&self, left: &Node<'_>, right: &Node<'_>) -> Option<Condition> {
        if let Some(found) = self.length(left, "==", right) {
            return Some(found);
        }
        let subject = self.subject(left)?;
        match self.names.evaluate(right) {
            StaticValue::Nil => Some(Condition::Missing(subject)),
            known => Some(Condition::OneOf(subject, vec![known.value()?])),
        }
    }

    /// `['a', 'b'].include?(value)`, `[String, Array].include?(value.class)`, `value.include?('text')`
    fn included(&self, receiver: &Node<'_>, argument: &Node<'_>) -> Option<Condition> {
        if let Some(class) = argument.as_call_node()
            && text(class.name().as_slice()) == "class"
        {
            let names = receiver.as_array_node()?.elements().iter().map(|element| last_name(&element).map(Into::into));
            return Some(Condition::IsA(self.subject(&class.receiver()?)?, names.collect::<Option<_>>()?));
        }
        if let Some(subject) = self.subject(argument) {
            let StaticValue::Array(items) = self.names.evaluate(receiver) else { return None };
            return Some(Condition::OneOf(subject, items.iter().map(StaticValue::value).collect::<Option<_>>()?));
        }
        let (subject, as_text) = self.text_subject(receiver)?;
        let StaticValue::Text(part) = self.names.evaluate(argument) else { return None };
        matches(subject, &escaped(&part), RegexpOptions::default(), as_text)
    }

    /// `value.length > 64`
    fn length(&self, left: &Node<'_>, method: &str, right: &Node<'_>) -> Option<Condition> {
        let call = left.as_call_node()?;
        if !matches!(text(call.name().as_slice()), "length" | "size") || call.arguments().is_some() {
            return None;
        }
        let comparison = match method {
            "<" => Comparison::Less,
            "<=" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            "==" => Comparison::Equal,
            _ => return None,
        };
        let StaticValue::Integer(number) = self.names.evaluate(right) else { return None };
        Some(Condition::Length(self.subject(&call.receiver()?)?, comparison, number))
    }
}

fn matches(subject: Subject, source: &str, options: RegexpOptions, as_text: bool) -> Option<Condition> {
    let pattern = Regexp::with_options(source, options).ok()?.into();
    Some(Condition::Matches { subject, pattern, as_text })
}

/// A text as a pattern that matches only it.
fn escaped(part: &str) -> String {
    let mut pattern = String::new();
    for letter in part.chars() {
        match letter {
            '\n' => pattern.push_str("\\n"),
            '\r' => pattern.push_str("\\r"),
            '\t' => pattern.push_str("\\t"),
            letter if letter.is_alphanumeric() || letter == '_' => pattern.push(letter),
            letter => pattern.extend(['\\', letter]),
        }
    }
    pattern
}
