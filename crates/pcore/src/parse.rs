//! Parses type expressions and literals.
//!
//! The grammar is the part of the Puppet language that is allowed in a type: type names with parameters in brackets,
//! literals, arrays, hashes, and bare words. Whitespace, comments and a trailing comma are allowed; a blank before an
//! opening bracket is not, as in the language.
//!
//! Parsing returns either a complete type or one [`Diagnostic`] with its location.

mod error;
mod lexer;

#[cfg(test)]
mod tests;

use diagnostics::{Diagnostic, Span, similar_name};

use crate::{
    convert,
    types::{NATIVE_RESOURCES, ResourceType, Type, builtin, builtin_names},
    value::{Hash, Value},
};
use error::TypeParseErrorKind as Reason;
pub use error::{Radix, TypeParseError, TypeParseErrorKind};
use lexer::{Lexer, Token};

pub(crate) use lexer::is_keyword;

/// The limit on the nesting of brackets.
pub const MAX_DEPTH: usize = 200;

/// Named types besides Puppet's own: aliases, Object types, resource types of modules.
pub trait TypeNames {
    /// Returns the type of that name.
    fn find(&self, name: &str) -> Option<Type>;
}

/// No names except Puppet's own.
pub struct NoNames;

impl TypeNames for NoNames {
    fn find(&self, _name: &str) -> Option<Type> {
        None
    }
}

impl<F: Fn(&str) -> Option<Type>> TypeNames for F {
    fn find(&self, name: &str) -> Option<Type> {
        self(name)
    }
}

/// Parses a type expression that uses Puppet's own types only.
///
/// An unknown name becomes a [`Type::Reference`], which no value fits.
///
/// ```
/// use pcore::parse_type;
///
/// let text = "Struct[
///   name           => String[1],   # blanks, comments and words without quotes are fine
///   Optional[mode] => Enum[rw, ro],
/// ]";
/// let written = "Struct[{'name' => String[1], Optional['mode'] => Enum['ro', 'rw']}]";
/// assert_eq!(parse_type(text).unwrap().to_string(), written);
/// ```
pub fn parse_type(text: &str) -> Result<Type, Diagnostic> {
    parse_type_with(text, &NoNames)
}

/// Parses a type expression with additional names.
pub fn parse_type_with(text: &str, names: &dyn TypeNames) -> Result<Type, Diagnostic> {
    parse_type_or_reason(text, names).map_err(|error| *error.diagnostic)
}

/// Parses a type expression; the error says what kind of mistake there is.
pub fn parse_type_or_reason(text: &str, names: &dyn TypeNames) -> Result<Type, TypeParseError> {
    let mut parser = Parser::new(text, names)?;
    let (value, span) = parser.value(0)?;
    parser.end()?;
    match value {
        Value::Type(inner) => Ok((*inner).clone()),
        _ => Err(not_a_type(span.of(text), span)),
    }
}

/// Parses a literal value: anything a manifest can write without variables and operators, including `Type(…)`.
///
/// ```
/// use pcore::parse_literal;
///
/// let value = parse_literal("{ ports => [80, 0x1bb], 'since' => Timestamp('2020-01-02') }").unwrap();
/// assert_eq!(format!("{value:?}"), "{'ports' => [80, 443], 'since' => Timestamp('2020-01-02T00:00:00.000000000 UTC')}");
/// ```
pub fn parse_literal(text: &str) -> Result<Value, Diagnostic> {
    parse_literal_with(text, &NoNames)
}

/// Parses a literal value with additional type names.
pub fn parse_literal_with(text: &str, names: &dyn TypeNames) -> Result<Value, Diagnostic> {
    let read = || {
        let mut parser = Parser::new(text, names)?;
        let (value, _) = parser.value(0)?;
        parser.end()?;
        Ok(value)
    };
    read().map_err(|error: TypeParseError| *error.diagnostic)
}

fn not_a_type(text: &str, span: Span) -> TypeParseError {
    let shown: String = text.chars().take(60).collect();
    let message = format!("The expression <{shown}> is not a valid type specification.");
    TypeParseError::new(Reason::NotAType, span, message)
        .hint("a type begins with a capital letter, like Integer or Optional[String]")
}

struct Parser<'a> {
    text: &'a str,
    names: &'a dyn TypeNames,
    lexer: Lexer<'a>,
    token: Token,
    span: Span,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, names: &'a dyn TypeNames) -> Result<Parser<'a>, TypeParseError> {
        let mut lexer = Lexer::new(text);
        let (token, span) = lexer.next()?;
        Ok(Parser { text, names, lexer, token, span })
    }

    fn advance(&mut self) -> Result<Token, TypeParseError> {
        let (token, span) = self.lexer.next()?;
        self.span = span;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn end(&self) -> Result<(), TypeParseError> {
        if self.token == Token::End { Ok(()) } else { Err(self.unexpected("the end")) }
    }

    fn unexpected(&self, expected: &str) -> TypeParseError {
        let found = Some(self.span.of(self.text).to_owned()).filter(|_| self.token != Token::End);
        let error = unexpected(found, expected, self.span);
        match self.token {
            Token::SpacedOpenBracket => error.hint("remove the blank before '['"),
            _ => error,
        }
    }

    fn value(&mut self, depth: usize) -> Result<(Value, Span), TypeParseError> {
        if depth > MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            return Err(TypeParseError::new(Reason::Text, self.span, message));
        }
        let start = self.span;
        let value = match self.token {
            Token::TypeName => return self.named_type(depth),
            Token::OpenBracket | Token::SpacedOpenBracket => {
                let (items, end) = self.items(Token::CloseBracket, depth)?;
                return Ok((Value::array(items), start.to(end)));
            }
            Token::OpenBrace => {
                self.advance()?;
                let entries = self.entries(depth)?;
                return Ok((Value::from(entries), start.to(self.close(&Token::CloseBrace)?)));
            }
            Token::Value(_) => match self.advance()? {
                Token::Value(value) => value,
                _ => Value::Undef,
            },
            _ => return Err(self.unexpected("a type or a value")),
        };
        Ok((value, start))
    }

    fn close(&mut self, closing: &Token) -> Result<Span, TypeParseError> {
        if self.token != *closing {
            return Err(self.unexpected(&format!("',' or '{}'", closing.text())));
        }
        let span = self.span;
        self.advance()?;
        Ok(span)
    }

    /// Parses everything between an opening token and `closing`; `key => value` pairs become one hash at the end.
    fn items(&mut self, closing: Token, depth: usize) -> Result<(Vec<Value>, Span), TypeParseError> {
        self.advance()?;
        let mut items = Vec::new();
        let mut pairs = Hash::default();
        while self.token != closing {
            let (item, _) = self.value(depth + 1)?;
            if self.token == Token::Arrow {
                self.advance()?;
                let (value, _) = self.value(depth + 1)?;
                pairs.insert(item, value);
            } else {
                items.push(item);
            }
            if self.token != Token::Comma {
                break;
            }
            self.advance()?;
        }
        if !pairs.is_empty() {
            items.push(Value::from(pairs));
        }
        let end = self.close(&closing)?;
        Ok((items, end))
    }

    fn entries(&mut self, depth: usize) -> Result<Hash, TypeParseError> {
        let mut entries = Hash::default();
        while self.token != Token::CloseBrace {
            let (key, _) = self.value(depth + 1)?;
            if self.token != Token::Arrow {
                return Err(self.unexpected("'=>'"));
            }
            self.advance()?;
            let (value, _) = self.value(depth + 1)?;
            entries.insert(key, value);
            if self.token != Token::Comma {
                break;
            }
            self.advance()?;
        }
        Ok(entries)
    }

    fn named_type(&mut self, depth: usize) -> Result<(Value, Span), TypeParseError> {
        let name_span = self.span;
        let name = name_span.of(self.text);
        let name = name.strip_prefix("::").unwrap_or(name);
        self.advance()?;
        let mut span = name_span;
        let mut result = match self.token {
            Token::OpenBracket => {
                let bracket = self.span;
                let (parameters, end) = self.items(Token::CloseBracket, depth)?;
                span = name_span.to(end);
                if parameters.is_empty() {
                    return Err(unexpected(Some("]".into()), "a parameter", bracket.to(end))
                        .hint(format!("remove the brackets of {name}, or add a parameter")));
                }
                self.with_parameters(name, &parameters, span)?
            }
            _ => self.bare(name),
        };
        if self.token == Token::OpenBracket {
            return Err(not_a_type(name_span.to(self.span).of(self.text), name_span.to(self.span)));
        }
        if self.token == Token::OpenParenthesis {
            let (arguments, end) = self.items(Token::CloseParenthesis, depth)?;
            span = name_span.to(end);
            let inner = Value::as_type(&result).cloned().unwrap_or(Type::Any);
            result = convert::new_instance(&inner, &arguments)
                .map_err(|error| TypeParseError::new(Reason::Value, span, error.to_string()))?;
        }
        Ok((result, span))
    }

    fn bare(&self, name: &str) -> Value {
        if let Some(candidates) = builtin(name) {
            return Value::from((candidates.bare)());
        }
        if let Some(candidates) = self.names.find(name) {
            return Value::from(candidates);
        }
        if NATIVE_RESOURCES.iter().any(|native| native.eq_ignore_ascii_case(name)) {
            return Value::from(ResourceType::of_kind(name));
        }
        Value::from(Type::Reference(name.into()))
    }

    fn with_parameters(&self, name: &str, parameters: &[Value], span: Span) -> Result<Value, TypeParseError> {
        let result = match builtin(name) {
            Some(candidates) => candidates.with_parameters(parameters),
            None => match self.bare(name).as_type() {
                Some(Type::Reference(_)) => Ok(Type::Reference(span.of(self.text).into())),
                Some(candidates) => candidates.with_parameters(parameters),
                None => Ok(Type::Any),
            },
        };
        result
            .map(Value::from)
            .map_err(|error| TypeParseError::new(Reason::Parameters(error.kind), span, error.message))
    }
}

fn unexpected(found: Option<String>, expected: &str, span: Span) -> TypeParseError {
    let shown = found.as_ref().map_or("end of input".into(), |token| format!("'{token}'"));
    let message = format!("Syntax error at {shown}, expected {expected}");
    TypeParseError::new(Reason::Token { found, expected: Some(expected.into()) }, span, message)
}

/// Iterates over the type names anywhere in an expression.
pub(crate) fn type_names(text: &str) -> impl Iterator<Item = &str> {
    named_spans(text).map(|span| span.of(text)).map(|name| name.strip_prefix("::").unwrap_or(name))
}

/// Returns the location of a type name in an expression.
///
/// ```
/// let span = pcore::type_name_span("Variant[Integer, Int]", "Int").unwrap();
/// assert_eq!((span.start, span.end), (17, 20));
/// ```
pub fn type_name_span(text: &str, name: &str) -> Option<Span> {
    named_spans(text).find(|span| span.of(text) == name)
}

fn named_spans(text: &str) -> impl Iterator<Item = Span> {
    let mut lexer = Lexer::new(text);
    std::iter::from_fn(move || {
        loop {
            match lexer.next() {
                Ok((Token::TypeName, span)) => return Some(span),
                Ok((Token::End, _)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    })
}

/// Returns the known name that is closest to a mistyped one: one of Puppet's own, or one of `others`.
///
/// ```
/// assert_eq!(pcore::similar_type_name("Intger", []), Some("Integer"));
/// assert_eq!(pcore::similar_type_name("My::Prot", ["My::Port"]), Some("My::Port"));
/// assert_eq!(pcore::similar_type_name("Xyzzy", []), None);
/// ```
pub fn similar_type_name<'n>(name: &str, others: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let own = builtin_names().chain(NATIVE_RESOURCES.iter().copied());
    let mut candidates: Vec<&'n str> = others.into_iter().collect();
    own.for_each(|candidate| candidates.push(candidate));
    similar_name(name, candidates)
}
