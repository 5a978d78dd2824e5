//! Tokens to the tree.
//!
//! A recursive descent with binding powers for the operators ([`expression`]). The grammar has three levels that messages
//! depend on: what an `expression` is (operators, calls, definitions), what a `resource` is (an expression with braces
//! behind it) and what an `assignment` is (chains of arrows, `=`); each place of the grammar takes one of them.
//!
//! A problem ends what is being read up to the innermost list of statements, which looks for a place to go on
//! ([`recovery`]); the first problem is the one that Puppet reports.

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

use crate::ast::{Block, Expression, Kind, Place, Template};
use crate::lexer::{self, Lexed, Token, TokenKind};
use crate::{Parsed, Program};

/// How deep brackets, blocks and operators before their operands may stand within each other. What people write stays
/// below thirty; an unoptimized build still reads this depth on the stack of a thread (2 MiB).
pub(crate) const MAX_NESTING: u32 = 150;

/// How high the tree may become: `1 + 1 + …` grows with every operator, though nothing is nested.
pub(crate) const MAX_HEIGHT: u32 = 1000;

/// After so many errors a text is not worth reading on.
const MAX_ERRORS: usize = 20;

/// Reads a manifest.
pub fn parse(source: Arc<Source>) -> Parsed {
    let lexed = lexer::lex(&source.text);
    Parser::read(&source, lexed, |parser| parser.program())
}

/// Reads an EPP template.
pub fn parse_template(source: Arc<Source>) -> Parsed {
    let lexed = lexer::lex_template(&source.text);
    Parser::read(&source, lexed, |parser| parser.template())
}

/// Something is wrong, and has been said.
#[derive(Debug)]
struct Stop;

type Result<T> = std::result::Result<T, Stop>;

struct Parser<'a> {
    source: &'a Arc<Source>,
    text: &'a str,
    tokens: Vec<Token>,
    /// Which token is the next.
    at: usize,
    /// The next token.
    token: Token,
    /// Where the token before ended.
    last_end: u32,
    texts: Vec<EcoString>,
    lexer_errors: Vec<Diagnostic>,
    problems: Vec<Diagnostic>,
    regexps: Vec<(Span, EcoString)>,
    /// What is said only when nothing else is: Puppet finds it when all is read.
    late: Vec<Diagnostic>,
    /// The names of the classes around.
    namespace: Vec<&'a str>,
    nesting: u32,
    /// How many blocks are open.
    blocks: u32,
    /// Whether what is open is left, because a definition follows an error at the start of a line.
    unwinding: bool,
    /// How high the tree of the expression is that was read last.
    height: u32,
}

impl<'a> Parser<'a> {
    fn read(source: &'a Arc<Source>, lexed: Lexed, read: impl FnOnce(&mut Parser<'a>) -> Block) -> Parsed {
        let Lexed { tokens, texts, errors, warnings, late, comments } = lexed;
        let end = Token { kind: TokenKind::End, start: 0, end: 0, value: 0 };
        let mut parser = Parser {
            source,
            text: &source.text,
            token: tokens.first().copied().unwrap_or(end),
            tokens,
            at: 0,
            last_end: 0,
            texts,
            lexer_errors: errors,
            problems: Vec::new(),
            regexps: Vec::new(),
            late,
            namespace: Vec::new(),
            nesting: 0,
            blocks: 0,
            unwinding: false,
            height: 0,
        };
        let body = read(&mut parser);
        let mut problems = warnings;
        if let Some(first) = parser.problems.first() {
            // Puppet does not read on behind its first error.
            problems.retain(|warning| warning.span.start <= first.span.end);
        }
        problems.append(&mut parser.problems);
        if !problems.iter().any(|problem| problem.severity == Severity::Error) {
            parser.late.sort_by_key(|problem| problem.span.start);
            problems.append(&mut parser.late);
        }
        let regexps = parser.regexps;
        Parsed { program: Program { source: Arc::clone(source), body, comments }, problems, regexps }
    }

    fn program(&mut self) -> Block {
        self.top_level()
    }

    fn template(&mut self) -> Block {
        let start = self.token.start;
        let mut parameters = Vec::new();
        let mut parameters_declared = false;
        if self.is(TokenKind::Pipe) {
            parameters_declared = true;
            match self.piped_parameters() {
                Ok(found) => parameters = found,
                Err(Stop) => self.skip_to_text(),
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

    /// The kind of the token behind the next.
    #[inline]
    fn second(&self) -> TokenKind {
        self.tokens.get(self.at + 1).map_or(TokenKind::End, |token| token.kind)
    }

    /// Takes the next token.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.token;
        self.last_end = token.end;
        if let Some(next) = self.tokens.get(self.at + 1) {
            self.at += 1;
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

    /// What a token is written as.
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

    /// The text of a token that has one of its own.
    fn take_text(&mut self, token: Token) -> EcoString {
        self.texts.get_mut(token.value as usize).map(std::mem::take).unwrap_or_default()
    }

    // Expressions.

    /// An expression of what was read since `start`.
    #[inline]
    fn make(&self, kind: Kind, start: u32, anchor: u32) -> Expression {
        Expression { kind, span: Span { start, end: self.last_end }, anchor }
    }

    /// An expression of a single token, which was taken.
    #[inline]
    fn leaf(&mut self, kind: Kind, token: Token) -> Expression {
        self.height = 0;
        Expression { kind, span: Span { start: token.start, end: token.end }, anchor: token.start }
    }

    fn place(&self, start: u32, anchor: u32) -> Place {
        Place { source: Arc::clone(self.source), span: Span { start, end: self.last_end }, anchor }
    }

    /// Notes that something stands around expressions of which the highest is this high.
    #[inline]
    fn grow(&mut self, inner: u32, place: u32) -> Result<()> {
        self.height = inner + 1;
        if self.height > MAX_HEIGHT {
            let message = format!("expressions are chained deeper than {MAX_HEIGHT} levels");
            return Err(self.limit(place, message));
        }
        Ok(())
    }

    /// Reads something that may contain itself.
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

    /// Says that the next token does not fit.
    #[cold]
    fn unexpected(&mut self) -> Stop {
        let token = self.token;
        let span = Span { start: token.start, end: token.end };
        match token.kind {
            TokenKind::Error => {
                if let Some(error) = self.lexer_errors.get(token.value as usize) {
                    self.problems.push(error.clone());
                }
                Stop
            }
            kind => {
                let message = match kind {
                    TokenKind::End => String::from("Syntax error at end of input"),
                    _ => format!("Syntax error at '{}'", self.shown(token)),
                };
                let problem = self.advise(Diagnostic::error(span, message));
                self.problems.push(problem);
                Stop
            }
        }
    }

    #[cold]
    fn error(&mut self, span: Span, message: impl Into<String>) -> Stop {
        self.problems.push(Diagnostic::error(span, message));
        Stop
    }

    #[cold]
    fn limit(&mut self, place: u32, message: String) -> Stop {
        let hint = "give parts of it names of their own, in variables or functions";
        self.problems.push(Diagnostic::error(Span { start: place, end: place }, message).hint(hint));
        Stop
    }

    /// What messages call a token.
    fn shown(&self, token: Token) -> Cow<'_, str> {
        let text = || self.texts.get(token.value as usize).map_or("", EcoString::as_str);
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
