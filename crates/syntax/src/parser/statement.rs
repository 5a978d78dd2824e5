//! Lists of statements, and calls without parentheses.

use diagnostics::Span;

use super::{Parser, Result, Stop};
use crate::ast::{Block, Call, CallForm, Expression, Kind};
use crate::lexer::TokenKind;

/// What may be called without parentheses.
const STATEMENT_CALLS: [&str; 15] = [
    "include", "notice", "fail", "contain", "require", "realize", "tag", "debug", "info", "warning", "err", "import",
    "break", "next", "return",
];

/// Whose statements are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// The program, a class, a function, a branch …
    Code,
    /// `define x { … }`, in which invariants may stand
    Define,
}

/// Statements as they are collected.
struct Statements {
    list: Block,
    height: u32,
    /// The first comma that separates what is not a list of arguments, and the name before it.
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
            // Nothing is open that this could close.
            self.say_stray_comma(&mut statements);
            let _ = self.unexpected();
            self.bump();
        }
        self.say_stray_comma(&mut statements);
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

    /// Reads the rest of a block up to its brace; its first expression may have been read already.
    pub(super) fn rest_of_block(&mut self, owner: Owner, first: Option<Expression>) -> Result<Block> {
        let mut statements = Statements { list: Vec::new(), height: 0, stray_comma: None };
        self.nested(|parser| {
            if let Some(first) = first {
                parser.rest_of_statement(first, &mut statements)?;
            }
            parser.blocks += 1;
            parser.statements_until(&mut statements, owner);
            parser.blocks -= 1;
            parser.say_stray_comma(&mut statements);
            if parser.unwinding {
                return Err(Stop);
            }
            parser.expect(TokenKind::RightBrace)
        })?;
        self.height = statements.height;
        Ok(statements.list)
    }

    /// Reads statements up to a brace or the end, and goes on behind what is wrong.
    fn statements_until(&mut self, statements: &mut Statements, owner: Owner) {
        while !matches!(self.token.kind, TokenKind::RightBrace | TokenKind::End) {
            let first = self.at;
            let said = self.problems.len();
            if let Err(Stop) = self.statement(statements, owner) {
                if self.at == first && !self.is(TokenKind::Error) {
                    // Puppet takes the list to be over, looks at its commas, and then at what follows.
                    self.say_stray_comma(statements);
                    let end = self.problems.len();
                    self.problems.get_mut(said..end).unwrap_or_default().reverse();
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

    /// Reads what may follow the first expression of a statement: more of them behind commas, and a semicolon.
    fn rest_of_statement(&mut self, first: Expression, statements: &mut Statements) -> Result<()> {
        let mut height = self.height;
        let mut others = Vec::new();
        let mut comma = None;
        while self.is(TokenKind::Comma) {
            let token = self.bump();
            comma.get_or_insert(Span { start: token.start, end: token.end });
            others.push(self.assignment()?);
            height = height.max(self.height);
        }
        statements.add(first, others, comma, height);
        if self.eat(TokenKind::Semicolon) && matches!(self.token.kind, TokenKind::RightBrace | TokenKind::End) {
            return Err(self.unexpected());
        }
        Ok(())
    }

    fn say_stray_comma(&mut self, statements: &mut Statements) {
        if let Some((span, message)) = statements.stray_comma.take() {
            self.error(span, message);
        }
    }
}

impl Statements {
    /// Adds a statement, which is a call when a name stands before it that needs no parentheses.
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

/// Whether what follows is its argument.
pub(super) fn is_statement_call(expression: &Expression) -> bool {
    matches!(&expression.kind, Kind::Name(name) if STATEMENT_CALLS.contains(&name.as_str()))
}
