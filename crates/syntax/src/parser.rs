//! Builds the tree from tokens.
//!
//! A recursive descent parser with binding powers for the operators ([`expression`]). The grammar has three levels that
//! messages depend on: an `expression` (operators, calls, definitions), a `resource` (an expression followed by braces)
//! and an `assignment` (chains of arrows, `=`); each rule of the grammar accepts one of them.
//!
//! An error abandons everything up to the innermost list of statements, which looks for a point to continue at
//! ([`recovery`]); the first error is the one that Puppet reports.

mod advice;
mod argument;
mod conditional;
mod definition;
mod expression;
mod literal;
mod parameter;
mod recovery;
mod resource;
mod statement;
mod type_definition;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::Arc;

use diagnostics::{Diagnostic, Severity, Source, Span};
use ecow::EcoString;

use crate::ast::{Block, DefinitionLocation, Expression, Kind, Template};
use crate::lexer::{self, Lexed, Token, TokenKind};
use crate::{Parsed, Program};

/// How deep brackets, blocks and prefix operators may be nested. Real manifests stay below thirty; an unoptimized build
/// still parses this depth on the stack of a thread (2 MiB).
pub(crate) const MAX_NESTING: u32 = 150;

/// The maximum height of the tree: `1 + 1 + …` grows with every operator although nothing is nested.
pub(crate) const MAX_HEIGHT: u32 = 1000;

/// The parser stops after this many errors.
const MAX_ERRORS: usize = 20;

/// The code of an unexpected token.
pub(crate) const SYNTAX_ERROR: &str = "SYNTAX_ERROR";

/// Reads a manifest.
pub fn parse(source: Arc<Source>) -> Parsed {
    let lexed = lexer::lex(&source.text);
    Parser::read(&source, lexed, |parser| parser.top_level())
}

/// Reads an EPP template.
pub fn parse_template(source: Arc<Source>) -> Parsed {
    let lexed = lexer::lex_template(&source.text);
    Parser::read(&source, lexed, |parser| parser.template())
}

/// An error was already reported.
#[derive(Debug)]
struct ErrorReported;

type Result<T> = std::result::Result<T, ErrorReported>;

struct Parser<'a> {
    source: &'a Arc<Source>,
    text: &'a str,
    lexed: Lexed,
    /// The index of the next token.
    pos: usize,
    /// The next token.
    token: Token,
    /// The end of the previous token.
    last_end: u32,
    problems: Vec<Diagnostic>,
    regexps: Vec<(Span, EcoString)>,
    /// The names of the enclosing classes.
    namespace: Vec<&'a str>,
    nesting: u32,
    /// The number of open blocks.
    blocks: u32,
    /// Whether all open blocks are being abandoned, because a definition at the start of a line follows an error.
    unwinding: bool,
    /// The height of the expression that was read last, or that of the tallest child of a node that is being read.
    height: u32,
}

impl<'a> Parser<'a> {
    fn read(source: &'a Arc<Source>, lexed: Lexed, read: impl FnOnce(&mut Parser<'a>) -> Block) -> Parsed {
        let end = Token { kind: TokenKind::End, start: 0, end: 0, value: 0 };
        let mut parser = Parser {
            source,
            text: &source.text,
            token: lexed.tokens.first().copied().unwrap_or(end),
            lexed,
            pos: 0,
            last_end: 0,
            problems: Vec::new(),
            regexps: Vec::new(),
            namespace: Vec::new(),
            nesting: 0,
            blocks: 0,
            unwinding: false,
            height: 0,
        };
        let body = read(&mut parser);
        let Lexed { warnings: mut problems, mut deferred_errors, .. } = parser.lexed;
        if let Some(first) = parser.problems.first() {
            // Puppet stops at its first error.
            problems.retain(|warning| warning.span.start <= first.span.end);
        }
        problems.append(&mut parser.problems);
        if !problems.iter().any(|problem| problem.severity == Severity::Error) {
            deferred_errors.sort_by_key(|problem| problem.span.start);
            problems.append(&mut deferred_errors);
        }
        let regexps = parser.regexps;
        Parsed { program: Program { source: Arc::clone(source), body }, problems, regexps }
    }

    fn template(&mut self) -> Block {
        let start = self.token.start;
        let mut parameters = Vec::new();
        let mut parameters_declared = false;
        if self.is(TokenKind::Pipe) {
            parameters_declared = true;
            match self.piped_parameters() {
                Ok(found) => parameters = found,
                Err(ErrorReported) => self.skip_to_text(),
            }
        }
        let body = self.top_level();
        let span = Span { start, end: self.last_end };
        let template = Template { parameters, parameters_declared, body };
        vec![Expression { kind: Kind::Template(Box::new(template)), span, anchor: 0 }]
    }

    // The next token.

    #[inline]
    fn is(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// The kind of the token after the next.
    #[inline]
    fn peek_second(&self) -> TokenKind {
        self.lexed.tokens.get(self.pos + 1).map_or(TokenKind::End, |token| token.kind)
    }

    /// Takes the next token.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.token;
        self.last_end = token.end;
        if let Some(next) = self.lexed.tokens.get(self.pos + 1) {
            self.pos += 1;
            self.token = *next;
        }
        token
    }

    /// Takes the next token if it is of this kind.
    #[inline]
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.is(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Takes the next token, which must be of this kind.
    #[inline]
    fn expect(&mut self, kind: TokenKind) -> Result<Token> {
        if self.is(kind) { Ok(self.bump()) } else { Err(self.unexpected()) }
    }

    // Texts.

    fn slice(&self, start: u32, end: u32) -> &'a str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// A token's text in the source.
    #[inline]
    fn written(&self, token: Token) -> &'a str {
        self.slice(token.start, token.end)
    }

    fn name_of(&self, token: Token) -> EcoString {
        EcoString::from(self.written(token))
    }

    fn variable_name(&self, token: Token) -> &'a str {
        self.slice(token.start.saturating_add(token.value), token.end)
    }

    /// Takes the unescaped text of a token.
    fn take_text(&mut self, token: Token) -> EcoString {
        self.lexed.texts.get_mut(token.value as usize).map(std::mem::take).unwrap_or_default()
    }

    // Expressions.

    /// Builds an expression of what was read since `start`.
    #[inline]
    fn make(&self, kind: Kind, start: u32, anchor: u32) -> Expression {
        Expression { kind, span: Span { start, end: self.last_end }, anchor }
    }

    /// Builds an expression of a single token, which was taken.
    #[inline]
    fn leaf(&mut self, kind: Kind, token: Token) -> Expression {
        self.height = 0;
        Expression { kind, span: Span { start: token.start, end: token.end }, anchor: token.start }
    }

    fn definition_location(&self, start: u32, anchor: u32) -> DefinitionLocation {
        let span = Span { start, end: self.last_end };
        DefinitionLocation { source: Arc::clone(self.source), span, anchor }
    }

    /// Builds an expression of what was read since `start`: its children.
    #[inline]
    fn make_parent(&mut self, kind: Kind, start: u32, anchor: u32) -> Result<Expression> {
        self.grow(anchor)?;
        Ok(self.make(kind, start, anchor))
    }

    /// Reads one more child of a node; the height is that of the tallest child then.
    #[inline]
    fn further<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let height = self.height;
        let child = read(self)?;
        self.height = self.height.max(height);
        Ok(child)
    }

    /// Makes the height that of a node whose children were read.
    #[inline]
    fn grow(&mut self, anchor: u32) -> Result<()> {
        self.height += 1;
        if self.height > MAX_HEIGHT {
            let message = format!("expressions are chained deeper than {MAX_HEIGHT} levels");
            return Err(self.limit(anchor, message));
        }
        Ok(())
    }

    /// Reads a construct that may contain itself, within the nesting limit.
    #[inline]
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= MAX_NESTING {
            let message = format!("expressions are nested deeper than {MAX_NESTING} levels");
            return Err(self.limit(self.token.start, message));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    // Problems.

    /// Reports that the next token is not allowed here.
    #[cold]
    fn unexpected(&mut self) -> ErrorReported {
        let token = self.token;
        let span = Span { start: token.start, end: token.end };
        let message = match token.kind {
            TokenKind::Error => {
                self.problems.extend(self.lexed.errors.get(token.value as usize).cloned());
                return ErrorReported;
            }
            TokenKind::End => String::from("Syntax error at end of input"),
            _ => format!("Syntax error at '{}'", self.shown(token)),
        };
        let problem = self.advise(Diagnostic::error(span, message).code(SYNTAX_ERROR));
        self.problems.push(problem);
        ErrorReported
    }

    #[cold]
    fn error(&mut self, span: Span, message: impl Into<String>) -> ErrorReported {
        self.problems.push(Diagnostic::error(span, message));
        ErrorReported
    }

    #[cold]
    fn limit(&mut self, anchor: u32, message: String) -> ErrorReported {
        let hint = "move parts of it into variables or functions";
        self.problems.push(Diagnostic::error(Span { start: anchor, end: anchor }, message).hint(hint));
        ErrorReported
    }

    /// What messages call a token.
    fn shown(&self, token: Token) -> Cow<'_, str> {
        let text = || self.lexed.texts.get(token.value as usize).map_or("", EcoString::as_str);
        match token.kind {
            TokenKind::String
            | TokenKind::TextStart
            | TokenKind::TextMiddle
            | TokenKind::TextEnd
            | TokenKind::Heredoc
            | TokenKind::RenderText => text().into(),
            TokenKind::Regexp => format!("(?-mix:{})", text().replace('/', "\\/")).into(),
            TokenKind::Variable => self.variable_name(token).into(),
            TokenKind::Other | TokenKind::RenderStart => "".into(),
            _ => self.written(token).into(),
        }
    }
}
