//! Lists of statements, and calls without parentheses.

use diagnostics::Span;

use super::{ErrorReported, Parser, Result};
use crate::ast::{Block, Call, CallForm, Expression, Kind};
use crate::lexer::TokenKind;

/// The functions that can be called without parentheses.
const STATEMENT_CALLS: [&str; 15] = [
    "include", "notice", "fail", "contain", "require", "realize", "tag", "debug", "info", "warning", "err", "import",
    "break", "next", "return",
];

/// What the statements belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// The program, a class, a function, a branch …
    Code,
    /// `define x { … }`, which may contain invariants
    Define,
}

struct Statements {
    list: Block,
    height: u32,
    /// The first comma that is not in a list of arguments, and the message about it.
    stray_comma: Option<(Span, String)>,
}

impl Parser<'_> {
    /// Reads the whole text.
    pub(super) fn top_level(&mut self) -> Block {
        let mut statements = Statements { list: Vec::new(), height: 0, stray_comma: None };
        loop {
            self.statements_until(&mut statements, Owner::Code);
            if self.is(TokenKind::End) || self.gave_up() {
                break;
            }
            // There is no open block that this could close.
            self.report_stray_comma(&mut statements);
            let _ = self.unexpected();
            self.bump();
        }
        self.report_stray_comma(&mut statements);
        statements.list
    }

    /// Reads `{ … }`.
    pub(super) fn block(&mut self) -> Result<Block> {
        self.block_of(Owner::Code)
    }

    pub(super) fn block_of(&mut self, owner: Owner) -> Result<Block> {
        self.expect(TokenKind::LeftBrace)?;
        self.rest_of_block(owner, None)
    }

    /// Reads the rest of a block up to its closing brace; its first expression may have been read already.
    pub(super) fn rest_of_block(&mut self, owner: Owner, first: Option<Expression>) -> Result<Block> {
        let mut statements = Statements { list: Vec::new(), height: 0, stray_comma: None };
        self.nested(|parser| {
            if let Some(first) = first {
                parser.rest_of_statement(first, &mut statements)?;
            }
            parser.blocks += 1;
            parser.statements_until(&mut statements, owner);
            parser.blocks -= 1;
            parser.report_stray_comma(&mut statements);
            if parser.unwinding {
                return Err(ErrorReported);
            }
            parser.expect(TokenKind::RightBrace)
        })?;
        self.height = statements.height;
        Ok(statements.list)
    }

    /// Reads statements up to a closing brace or the end, and continues after errors.
    fn statements_until(&mut self, statements: &mut Statements, owner: Owner) {
        while !matches!(self.token.kind, TokenKind::RightBrace | TokenKind::End) {
            let first = self.pos;
            let reported = self.problems.len();
            if let Err(ErrorReported) = self.statement(statements, owner) {
                if self.pos == first && !self.is(TokenKind::Error) {
                    // Puppet ends the list here, so it checks the commas of the list before it reports this error.
                    self.report_stray_comma(statements);
                    let end = self.problems.len();
                    self.problems.get_mut(reported..end).unwrap_or_default().reverse();
                }
                self.recover(first);
                if self.unwinding {
                    return;
                }
            }
        }
    }

    fn statement(&mut self, statements: &mut Statements, owner: Owner) -> Result<()> {
        if owner == Owner::Define && self.begins_invariant() {
            let invariant = self.invariant_expression()?;
            statements.height = statements.height.max(self.height);
            statements.list.push(invariant);
            return Ok(());
        }
        let statement = self.assignment()?;
        self.rest_of_statement(statement, statements)
    }

    /// Reads the rest of a statement after its first expression: further ones after commas, and a semicolon.
    fn rest_of_statement(&mut self, first: Expression, statements: &mut Statements) -> Result<()> {
        let mut others = Vec::new();
        let mut comma = None;
        while self.is(TokenKind::Comma) {
            let token = self.bump();
            comma.get_or_insert(Span { start: token.start, end: token.end });
            others.push(self.further(|parser| parser.assignment())?);
        }
        statements.add(first, others, comma, self.height);
        if self.eat(TokenKind::Semicolon) && matches!(self.token.kind, TokenKind::RightBrace | TokenKind::End) {
            return Err(self.unexpected());
        }
        Ok(())
    }

    fn report_stray_comma(&mut self, statements: &mut Statements) {
        if let Some((span, message)) = statements.stray_comma.take() {
            self.error(span, message);
        }
    }
}

impl Statements {
    /// Adds a statement. It is the argument of a call if it follows the name of a statement function.
    fn add(&mut self, statement: Expression, others: Vec<Expression>, comma: Option<Span>, height: u32) {
        self.height = self.height.max(height);
        match self.list.pop_if(|last| is_statement_call(last)) {
            Some(name) => {
                let (start, anchor) = (name.span.start, name.anchor);
                let mut arguments = Vec::with_capacity(1 + others.len());
                arguments.push(statement);
                arguments.extend(others);
                let end = arguments.last().map_or(name.span.end, |last| last.span.end);
                let call = Call { callee: name, form: CallForm::Statement, arguments, lambda: None };
                self.height = self.height.max(height + 1);
                self.list.push(Expression { kind: Kind::Call(Box::new(call)), span: Span { start, end }, anchor });
            }
            None => {
                if let Some(comma) = comma {
                    let message = match self.list.last().map(|last| &last.kind) {
                        Some(Kind::Name(name)) => format!(
                            "attempt to pass argument list to the function '{name}' which cannot be called without \
                             parentheses"
                        ),
                        _ => "illegal comma separated argument list".to_owned(),
                    };
                    self.stray_comma.get_or_insert((comma, message));
                }
                self.list.push(statement);
                self.list.extend(others);
            }
        }
    }
}

/// Whether an expression is the name of a function that can be called without parentheses.
pub(super) fn is_statement_call(expression: &Expression) -> bool {
    matches!(&expression.kind, Kind::Name(name) if STATEMENT_CALLS.contains(&name.as_str()))
}
