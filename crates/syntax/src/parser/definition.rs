//! Classes, defines, nodes, functions and types.

use std::sync::Arc;

use diagnostics::Span;
use ecow::EcoString;

use super::statement::Owner;
use super::{Parser, Result};
use crate::ast::{
    Block, ClassDefinition, DefineDefinition, Expression, FunctionDefinition, Kind, NodeDefinition, Parameter,
    TypeAliasDefinition,
};
use crate::lexer::TokenKind;

impl<'a> Parser<'a> {
    pub(super) fn class(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        let written = self.definition_name()?;
        let name = self.qualified(written);
        self.namespace.push(written);
        let rest = self.rest_of_class();
        self.namespace.pop();
        let (parameters, parent, body) = rest?;
        let class =
            ClassDefinition { name, parameters, parent, body, location: self.definition_location(start, start) };
        self.make_parent(Kind::Class(Arc::new(class)), start, start)
    }

    /// Reads a class after its name; definitions in it are in the namespace of the class.
    fn rest_of_class(&mut self) -> Result<(Vec<Parameter>, Option<EcoString>, Block)> {
        let parameters = self.parameter_list()?;
        let mut parent = None;
        if self.eat(TokenKind::Inherits) {
            parent = Some(if self.is(TokenKind::Default) {
                self.bump();
                EcoString::from("default")
            } else {
                self.definition_name()?.into()
            });
        }
        let body = self.further(|parser| parser.block())?;
        Ok((parameters, parent, body))
    }

    pub(super) fn define(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        let written = self.definition_name()?;
        let name = self.qualified(written);
        let parameters = self.parameter_list()?;
        let body = self.further(|parser| parser.block_of(Owner::Define))?;
        let define = DefineDefinition { name, parameters, body, location: self.definition_location(start, start) };
        self.make_parent(Kind::Define(Arc::new(define)), start, start)
    }

    pub(super) fn function(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        let name = self.definition_name()?.into();
        let parameters = self.parameter_list()?;
        let returns = self.further(|parser| parser.return_type())?;
        let body = self.further(|parser| parser.block())?;
        let function =
            FunctionDefinition { name, parameters, returns, body, location: self.definition_location(start, start) };
        self.make_parent(Kind::Function(Arc::new(function)), start, start)
    }

    pub(super) fn node(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        let mut matches = vec![self.host()?];
        while self.eat(TokenKind::Comma) {
            if matches!(self.token.kind, TokenKind::LeftBrace | TokenKind::Inherits) {
                break;
            }
            matches.push(self.host()?);
        }
        let parent = if self.eat(TokenKind::Inherits) { Some(self.host()?) } else { None };
        let body = self.block()?;
        let node = NodeDefinition { matches, parent, body, location: self.definition_location(start, start) };
        self.make_parent(Kind::Node(Arc::new(node)), start, start)
    }

    /// A string, a regular expression, `default`, or a name with dots.
    fn host(&mut self) -> Result<Expression> {
        match self.token.kind {
            TokenKind::Name | TokenKind::Number => {}
            TokenKind::String
            | TokenKind::Word
            | TokenKind::TextStart
            | TokenKind::Heredoc
            | TokenKind::Default
            | TokenKind::Regexp => return self.primary(),
            _ => return Err(self.unexpected()),
        }
        let first = self.bump();
        let mut name = self.name_of(first);
        while self.eat(TokenKind::Dot) {
            if !self.is(TokenKind::Name) && !self.is(TokenKind::Number) {
                return Err(self.unexpected());
            }
            let next = self.bump();
            name.push('.');
            name.push_str(self.written(next));
        }
        self.height = 0;
        Ok(self.make(Kind::String(name), first.start, first.start))
    }

    /// Reads the name of a definition.
    fn definition_name(&mut self) -> Result<&'a str> {
        let span = Span { start: self.token.start, end: self.token.end };
        match self.token.kind {
            TokenKind::Name | TokenKind::Word | TokenKind::TypeName => {
                let token = self.bump();
                Ok(self.written(token))
            }
            TokenKind::Class => Err(self.error(span, "'class' keyword not allowed at this location")),
            TokenKind::String => Err(self.error(span, "A quoted string is not valid as a name here")),
            _ => Err(self.unexpected()),
        }
    }

    /// Returns the name in the namespace of the enclosing classes.
    fn qualified(&self, name: &str) -> EcoString {
        let mut full = EcoString::new();
        for outer in &self.namespace {
            full.push_str(outer);
            full.push_str("::");
        }
        full.push_str(name);
        full
    }

    /// Reads what starts with `type`: an alias, a mapping, a definition, or a call of the function.
    pub(super) fn type_expression(&mut self) -> Result<Expression> {
        let token = self.bump();
        if self.is(TokenKind::LeftParen) {
            return Ok(self.leaf(Kind::Name("type".into()), token));
        }
        if matches!(self.token.kind, TokenKind::TypeName | TokenKind::Name)
            && matches!(self.peek_second(), TokenKind::LeftBrace | TokenKind::Inherits)
        {
            return self.type_definition(token.start);
        }
        let left = self.parameter_type()?;
        self.expect(TokenKind::Assign)?;
        let (parent, definition) = self.further(|parser| parser.nested(|parser| parser.type_value(left.anchor)))?;
        self.grow(token.start)?;
        // Puppet's messages point at the alias, not at the keyword.
        let anchor = left.anchor;
        let location = self.definition_location(token.start, anchor);
        let kind = match left.kind {
            Kind::TypeName(name) => {
                Kind::TypeAlias(Arc::new(TypeAliasDefinition { name, parent, definition, location }))
            }
            _ => Kind::TypeMapping(Box::new((left, definition))),
        };
        Ok(self.make(kind, token.start, anchor))
    }

    /// Reads the type that an alias names, and the parent in `Parent { … }`. Puppet locates an access at the alias.
    fn type_value(&mut self, anchor: u32) -> Result<(Option<EcoString>, Expression)> {
        match self.token.kind {
            TokenKind::LeftBrace => Ok((None, self.hash()?)),
            TokenKind::LeftBracket | TokenKind::ListStart => Ok((None, self.array()?)),
            TokenKind::TypeName => {
                let token = self.bump();
                let name = self.name_of(token);
                if self.is(TokenKind::LeftBrace) {
                    return Ok((Some(name), self.hash()?));
                }
                let name = self.leaf(Kind::TypeName(name), token);
                if !self.eat(TokenKind::LeftBracket) {
                    return Ok((None, name));
                }
                let keys = self.nested(|parser| parser.access_keys(true))?;
                self.grow(token.start)?;
                Ok((None, self.make(Kind::Access(Box::new(name), keys), token.start, anchor)))
            }
            _ => Err(self.unexpected()),
        }
    }
}
