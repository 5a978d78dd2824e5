//! The part of the Puppet language that the recorded snippets use.
//!
//! Everything that the library can parse is parsed by the library: an operand of an expression is a *literal* as far as
//! possible, with its parameters in brackets and its arguments in parentheses. Statements, operators, variables,
//! functions and members are handled here.

use std::collections::BTreeMap;

use pcore::{Type, TypeNames, TypeRegistry, Value, parse_literal_with, types::ResourceType};

use crate::{
    functions::{self, Lambda},
    operators,
    reader::{Reader, arguments},
};

/// Why an evaluation stops early.
#[derive(Debug, PartialEq)]
pub enum EvaluationError {
    /// An error of the library, or of the language.
    Error { message: String, columns: Option<Columns> },
    /// A compiler is needed: the beginning of a statement about classes or resources.
    Outside(String),
}

/// The location of an argument of `notice` that could not be evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    pub first_column: usize,
    pub last_column: usize,
}

impl From<String> for EvaluationError {
    fn from(message: String) -> EvaluationError {
        EvaluationError::Error { message, columns: None }
    }
}

/// The state of one evaluation.
#[derive(Default)]
pub struct Evaluator {
    source: String,
    names: Names,
    variables: BTreeMap<String, Value>,
    /// The log.
    pub notices: Vec<String>,
    /// The errors of the arguments of `notice` that could not be logged.
    pub unlogged: Vec<String>,
    /// How many literals and type definitions the library was asked to parse.
    pub literal_count: usize,
    /// Those that it refused: the literal, or the error of a definition.
    pub refused: Vec<String>,
}

/// The types that a snippet defines.
#[derive(Default)]
struct Names {
    registry: TypeRegistry,
    aliases: Vec<String>,
    resources: Vec<String>,
}

impl TypeNames for Names {
    fn find(&self, name: &str) -> Option<Type> {
        let is_resource = self.resources.iter().any(|resource| resource.eq_ignore_ascii_case(name));
        if is_resource { Some(ResourceType::of_kind(name)) } else { self.registry.find(name) }
    }
}

impl Evaluator {
    /// Runs a program. All arguments of `notice` are evaluated, even if one before them fails.
    pub fn run(&mut self, source: &str) -> Result<(), EvaluationError> {
        self.source = source.to_owned();
        let outcome = self.statements(source);
        // A definition is only parsed on first use, so each one is used here.
        for name in std::mem::take(&mut self.names.aliases) {
            self.literal_count += 1;
            self.names.registry.find(&name);
            self.refused.extend(self.names.registry.problem(&name).map(|problem| problem.message.to_string()));
        }
        outcome.map(|_| ())
    }

    /// Runs statements and returns the value of the last one.
    pub fn statements(&mut self, text: &str) -> Result<Value, EvaluationError> {
        let mut reader = Reader::new(text);
        let mut last = Value::Undef;
        reader.skip_blanks();
        while reader.peek().is_some() {
            last = self.statement(&mut reader)?;
            reader.skip_blanks();
        }
        Ok(last)
    }

    fn statement(&mut self, reader: &mut Reader<'_>) -> Result<Value, EvaluationError> {
        if reader.eat("type ") {
            self.define_type(reader);
            return Ok(Value::Undef);
        }
        if reader.eat("define ") {
            self.names.resources.push(reader.name().to_owned());
            reader.skip_blanks();
            reader.enclosed();
            return Ok(Value::Undef);
        }
        if reader.rest().starts_with("class ") || reader.rest().starts_with("notify ") {
            return Err(EvaluationError::Outside(reader.rest().to_owned()));
        }
        let mut assignment = *reader;
        if assignment.eat("$") {
            let name = assignment.name();
            assignment.skip_blanks();
            if assignment.eat("=") {
                *reader = assignment;
                let value = self.expression(reader, 0)?;
                self.variables.insert(name.to_owned(), value);
                return Ok(Value::Undef);
            }
        }
        self.expression(reader, 0)
    }

    /// Reads `type Name = Type`, or `type Name = Parent { … }`.
    fn define_type(&mut self, reader: &mut Reader<'_>) {
        let name = reader.name();
        reader.skip_blanks();
        reader.eat("=");
        reader.skip_blanks();
        let definition = type_text(reader);
        let mut after = *reader;
        after.skip_blanks();
        if after.peek() == Some('{') {
            let body = after.enclosed();
            *reader = after;
            self.names.registry.add(name, &format!("Object[{{ parent => {definition}, {}]", &body[1..]));
        } else {
            self.names.registry.add(name, definition);
        }
        self.names.aliases.push(name.to_owned());
    }

    /// Evaluates a standalone expression, like an argument.
    pub fn evaluate(&mut self, text: &str) -> Result<Value, EvaluationError> {
        let mut reader = Reader::new(text);
        let value = self.expression(&mut reader, 0)?;
        reader.skip_blanks();
        assert_eq!(reader.rest(), "", "'{text}' is more than an expression");
        Ok(value)
    }

    /// Evaluates operators of a level and stronger ones.
    fn expression(&mut self, reader: &mut Reader<'_>, level: usize) -> Result<Value, EvaluationError> {
        let Some(level_operators) = operators::LEVELS.get(level) else { return self.unary(reader) };
        let mut left = self.expression(reader, level + 1)?;
        loop {
            let mut after = *reader;
            after.skip_blanks();
            let Some(operator) = level_operators.iter().find(|operator| after.eat(operator)) else { return Ok(left) };
            *reader = after;
            let right = self.expression(reader, level + 1)?;
            left = operators::apply(operator, &left, &right)?;
        }
    }

    fn unary(&mut self, reader: &mut Reader<'_>) -> Result<Value, EvaluationError> {
        reader.skip_blanks();
        if reader.eat("-") {
            return Ok(operators::negate(&self.unary(reader)?)?);
        }
        let mut value = self.operand(reader)?;
        loop {
            if reader.peek() == Some('[') {
                let keys = self.all(reader.enclosed())?;
                value = functions::access(&value, &keys)?;
            } else if reader.eat(".") {
                let name = reader.name();
                let mut given = vec![value];
                if reader.peek() == Some('(') {
                    given.extend(self.all(reader.enclosed())?);
                }
                let lambda = read_lambda(reader);
                value = functions::member(self, name, &given, lambda)?;
            } else {
                return Ok(value);
            }
        }
    }

    fn operand(&mut self, reader: &mut Reader<'_>) -> Result<Value, EvaluationError> {
        match reader.peek() {
            Some('$') => {
                reader.eat("$");
                Ok(self.variables[reader.name()].clone())
            }
            Some('"') => self.interpolate(reader.enclosed()),
            Some('\'' | '/' | '[' | '{') => self.literal(reader.enclosed()),
            Some('0'..='9') => self.literal(reader.number()),
            Some('A'..='Z') => {
                let start = *reader;
                let name = type_text(reader);
                if let Some(entries) = self.several_titles(name)? {
                    return Ok(entries);
                }
                if reader.peek() != Some('(') {
                    return self.literal(name);
                }
                // An invalid type is refused before its arguments are evaluated.
                self.literal(name)?;
                let call = name.len() + reader.enclosed().len();
                self.literal(start.clone().take(call))
            }
            _ => {
                let word = reader.name();
                match (word, reader.peek()) {
                    ("notice", Some('(')) => self.notice(reader),
                    (_, Some('(')) => {
                        let given = self.all(reader.enclosed())?;
                        Ok(functions::call(self, word, &given, None)?)
                    }
                    _ => self.literal(word),
                }
            }
        }
    }

    /// Parses a literal with the library.
    fn literal(&mut self, text: &str) -> Result<Value, EvaluationError> {
        self.literal_count += 1;
        let value = parse_literal_with(text, &self.names).map_err(|diagnostic| {
            self.refused.push(text.to_owned());
            diagnostic.message.to_string()
        })?;
        let Some(name) = value.as_type().and_then(Type::unresolved_reference) else { return Ok(value) };
        // The reference is the whole text, with any parameters.
        let name = name.split('[').next().unwrap_or_default();
        Err(match self.names.registry.problem(name) {
            Some(problem) => problem.message.to_string(),
            None => format!("Resource type not found: {name}"),
        }
        .into())
    }

    /// Returns the types of `File['a', 'b']`: the one kind of type expression that only the language supports.
    fn several_titles(&mut self, text: &str) -> Result<Option<Value>, EvaluationError> {
        let (name, titles) = text.split_at(text.find('[').unwrap_or(text.len()));
        let kind = parse_literal_with(name, &self.names).unwrap_or_default();
        let kind = match kind.as_type() {
            Some(class @ Type::Class(None)) if !titles.is_empty() => class,
            Some(resource @ Type::Resource(named)) if named.type_name.is_some() && !titles.is_empty() => resource,
            _ => return Ok(None),
        };
        let titles = self.all(titles)?;
        let titles = titles.iter().flat_map(|title| title.as_array().unwrap_or(std::slice::from_ref(title)));
        let entries: Result<Vec<Type>, _> =
            titles.map(|title| kind.with_parameters(std::slice::from_ref(title))).collect();
        let entries = entries.map_err(|error| error.to_string())?;
        Ok((entries.len() > 1).then(|| entries.into_iter().map(Value::from).collect()))
    }

    /// Evaluates a string in double quotes.
    fn interpolate(&mut self, quoted: &str) -> Result<Value, EvaluationError> {
        let inside = &quoted[1..quoted.len() - 1];
        let mut parts = inside.split("${");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (expression, plain) = part.split_once('}').unwrap_or((part, ""));
            text += &format!("{}{plain}", self.evaluate(expression)?);
        }
        Ok(Value::from(text))
    }

    /// Evaluates a bracketed list.
    fn all(&mut self, enclosed: &str) -> Result<Vec<Value>, EvaluationError> {
        arguments(enclosed).into_iter().map(|argument| self.evaluate(argument)).collect()
    }

    fn notice(&mut self, reader: &mut Reader<'_>) -> Result<Value, EvaluationError> {
        let mut column = self.source.len() - reader.rest().len() + 2;
        let mut texts = Vec::new();
        let mut first_stop = None;
        for argument in arguments(reader.enclosed()) {
            let columns = Columns { first_column: column, last_column: column + argument.len() - 1 };
            column = columns.last_column + 2;
            match self.evaluate(argument) {
                Ok(value) => texts.push(value.to_string()),
                Err(EvaluationError::Error { message, .. }) => {
                    texts.push(format!("ERR: {message}"));
                    first_stop.get_or_insert(EvaluationError::Error { message, columns: Some(columns) });
                }
                Err(outside) => return Err(outside),
            }
        }
        if let Some(stop) = first_stop {
            self.unlogged = texts;
            return Err(stop);
        }
        self.notices.push(texts.join(" "));
        Ok(Value::Undef)
    }

    /// Calls a block with one argument.
    pub fn call_block(&mut self, lambda: &Lambda<'_>, argument: Value) -> Result<Value, EvaluationError> {
        self.variables.insert(lambda.parameter.to_owned(), argument);
        self.statements(lambda.body)
    }
}

/// Reads a type's name with its parameters.
fn type_text<'a>(reader: &mut Reader<'a>) -> &'a str {
    let start = *reader;
    let mut length = reader.name().len();
    if reader.peek() == Some('[') {
        length += reader.enclosed().len();
    }
    start.clone().take(length)
}

/// Reads `|$parameter| { body }` if that follows.
fn read_lambda<'a>(reader: &mut Reader<'a>) -> Option<Lambda<'a>> {
    let mut after = *reader;
    after.skip_blanks();
    if !after.eat("|$") {
        return None;
    }
    let parameter = after.name();
    after.eat("|");
    after.skip_blanks();
    let body = after.enclosed();
    *reader = after;
    Some(Lambda { parameter, body: &body[1..body.len() - 1] })
}
