//! Assignments, arrows, and expressions that are followed by braces.

use diagnostics::Span;

use super::{Parser, Result};
use crate::ast::{
    AssignmentOperator, Attribute, AttributeName, Call, CallForm, Expression, Kind, RelationshipOperator, ResourceBody,
    ResourceDefaults, ResourceExpression, ResourceForm, ResourceOverride,
};
use crate::lexer::{Token, TokenKind};

/// What an expression becomes when braces without a title follow it.
enum Shape {
    Name,
    Defaults,
    Override,
    Invalid,
}

impl Parser<'_> {
    /// Reads an assignment, or one of its operands.
    pub(super) fn assignment(&mut self) -> Result<Expression> {
        let left = self.relationship()?;
        let operator = match self.token.kind {
            TokenKind::Assign => AssignmentOperator::Set,
            TokenKind::Append => AssignmentOperator::Append,
            TokenKind::Delete => AssignmentOperator::Delete,
            _ => return Ok(left),
        };
        let token = self.bump();
        let right = self.further(|parser| parser.nested(|parser| parser.assignment()))?;
        let start = left.span.start;
        self.make_parent(Kind::Assignment(operator, Box::new((left, right))), start, token.start)
    }

    fn relationship(&mut self) -> Result<Expression> {
        let mut left = self.resource()?;
        loop {
            let operator = match self.token.kind {
                TokenKind::InEdge => RelationshipOperator::Before,
                TokenKind::InEdgeSub => RelationshipOperator::Notify,
                TokenKind::OutEdge => RelationshipOperator::Require,
                TokenKind::OutEdgeSub => RelationshipOperator::Subscribe,
                _ => return Ok(left),
            };
            let token = self.bump();
            let right = self.further(|parser| parser.resource())?;
            let start = left.span.start;
            left = self.make_parent(Kind::Relationship(operator, Box::new((left, right))), start, token.start)?;
        }
    }

    fn resource(&mut self) -> Result<Expression> {
        let mut left = match self.token.kind {
            TokenKind::At => return self.with_form(ResourceForm::Virtual),
            TokenKind::AtAt => return self.with_form(ResourceForm::Exported),
            TokenKind::Class if self.peek_second() == TokenKind::LeftBrace => self.class_resource()?,
            _ => self.expression()?,
        };
        while self.is(TokenKind::LeftBrace) {
            left = self.further(|parser| parser.nested(|parser| parser.braced(left)))?;
            self.grow(left.anchor)?;
        }
        Ok(left)
    }

    /// `@file { … }`, `@@file { … }`
    fn with_form(&mut self, form: ResourceForm) -> Result<Expression> {
        let token = self.bump();
        let mut resource = self.nested(|parser| parser.resource())?;
        match &mut resource.kind {
            Kind::Resource(resource) => resource.form = form,
            Kind::ResourceDefaults(defaults) => defaults.form = form,
            Kind::ResourceOverride(override_) => override_.form = form,
            // An error of the lexer takes precedence.
            _ if self.is(TokenKind::Error) => return Err(self.unexpected()),
            _ => {
                let message = match form {
                    ResourceForm::Exported => "Exported (@@) can only be applied to a Resource Expression",
                    _ => "Virtual (@) can only be applied to a Resource Expression",
                };
                return Err(self.error(Span { start: token.start, end: token.end }, message));
            }
        }
        resource.span.start = token.start;
        resource.anchor = token.start;
        Ok(resource)
    }

    /// `class { 'a': … }`
    fn class_resource(&mut self) -> Result<Expression> {
        let class = self.bump();
        let type_name = self.leaf(Kind::Name("class".into()), class);
        self.expect(TokenKind::LeftBrace)?;
        self.nested(|parser| {
            let title = parser.expression()?;
            parser.titled(type_name, title)
        })
    }

    /// Reads the braces after an expression.
    fn braced(&mut self, left: Expression) -> Result<Expression> {
        let brace = self.bump();
        if self.starts_attributes() {
            return self.untitled(left, brace);
        }
        if self.token.kind.is_keyword() && !self.token.kind.starts_expression() {
            // The word could only be an attribute, but no arrow follows it.
            self.bump();
            return Err(self.unexpected());
        }
        let title = self.expression()?;
        self.titled(left, title)
    }

    /// Whether the braces have no title: they are empty or start with `name =>`.
    fn starts_attributes(&self) -> bool {
        match self.token.kind {
            TokenKind::RightBrace | TokenKind::Comma => true,
            TokenKind::Times => self.peek_second() == TokenKind::Arrow,
            TokenKind::Name => matches!(self.peek_second(), TokenKind::Arrow | TokenKind::PlusArrow),
            kind => kind.is_keyword() && matches!(self.peek_second(), TokenKind::Arrow | TokenKind::PlusArrow),
        }
    }

    /// Reads the rest of a resource, from the colon after its first title.
    fn titled(&mut self, type_name: Expression, title: Expression) -> Result<Expression> {
        let (start, anchor) = (type_name.span.start, type_name.anchor);
        let mut bodies = vec![self.body(title)?];
        while self.eat(TokenKind::Semicolon) {
            if self.is(TokenKind::RightBrace) {
                break;
            }
            bodies.push(self.further(|parser| {
                let title = parser.expression()?;
                parser.body(title)
            })?);
        }
        self.expect(TokenKind::RightBrace)?;
        let resource = ResourceExpression { form: ResourceForm::Regular, type_name, bodies };
        Ok(self.make(Kind::Resource(Box::new(resource)), start, anchor))
    }

    fn body(&mut self, title: Expression) -> Result<ResourceBody> {
        self.expect(TokenKind::Colon)?;
        let attributes = self.further(|parser| parser.attributes())?;
        let span = Span { start: title.span.start, end: self.last_end };
        Ok(ResourceBody { title, attributes, span })
    }

    /// Reads attributes, separated by commas; a leading and a trailing comma are allowed.
    pub(super) fn attributes(&mut self) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::new();
        self.height = 0;
        loop {
            if names_attribute(self.token.kind) {
                attributes.push(self.further(|parser| parser.attribute())?);
                if self.eat(TokenKind::Comma) {
                    continue;
                }
            } else if attributes.is_empty() && self.is(TokenKind::Comma) {
                self.bump();
                if self.is(TokenKind::Comma) {
                    return Err(self.unexpected());
                }
                if names_attribute(self.token.kind) {
                    continue;
                }
            }
            return Ok(attributes);
        }
    }

    fn attribute(&mut self) -> Result<Attribute> {
        let token = self.bump();
        let name = if token.kind == TokenKind::Times {
            if !self.is(TokenKind::Arrow) {
                return Err(self.unexpected());
            }
            AttributeName::Splat
        } else {
            AttributeName::Named(self.name_of(token))
        };
        let adds = match self.token.kind {
            TokenKind::Arrow => false,
            TokenKind::PlusArrow => true,
            _ => return Err(self.unexpected()),
        };
        self.bump();
        let value = self.expression()?;
        let span = Span { start: token.start, end: self.last_end };
        Ok(Attribute { name, adds, value, span, anchor: token.start })
    }

    /// Reads the rest of braces without a title: defaults, an override, or a hash after a name.
    fn untitled(&mut self, left: Expression, brace: Token) -> Result<Expression> {
        let attributes = self.attributes()?;
        self.expect(TokenKind::RightBrace)?;
        let (start, anchor) = (left.span.start, left.anchor);
        let form = ResourceForm::Regular;
        let kind = match shape(&left) {
            Shape::Defaults => Kind::ResourceDefaults(Box::new(ResourceDefaults { form, type_name: left, attributes })),
            Shape::Override => Kind::ResourceOverride(Box::new(ResourceOverride { form, resources: left, attributes })),
            Shape::Name => self.name_and_hash(left, attributes, brace)?,
            Shape::Invalid => {
                let message = "Expression is not valid as a resource, resource-default, or resource-override";
                return Err(self.error(Span { start: anchor, end: left.span.end.max(anchor) }, message));
            }
        };
        Ok(self.make(kind, start, anchor))
    }

    /// `name { a => 1 }` is a statement call, or two statements.
    fn name_and_hash(&mut self, name: Expression, attributes: Vec<Attribute>, brace: Token) -> Result<Kind> {
        let mut pairs = Vec::with_capacity(attributes.len());
        for attribute in attributes {
            if attribute.adds {
                let message = "Syntax error resource body without title or hash with +>";
                return Err(self.error(Span { start: brace.start, end: brace.end }, message));
            }
            let (key, length) = match attribute.name {
                AttributeName::Named(name) => (Kind::String(name.clone()), name.len()),
                // As in Puppet the key is empty; the validator refuses the expression.
                AttributeName::Splat => (Kind::Nothing, 1),
            };
            let end = attribute.anchor.saturating_add(u32::try_from(length).unwrap_or_default());
            let span = Span { start: attribute.anchor, end };
            // Puppet locates the keys at the start of the hash.
            pairs.push((Expression { kind: key, span, anchor: brace.start }, attribute.value));
        }
        let hash = self.make(Kind::Hash(pairs), brace.start, brace.start);
        if super::statement::is_statement_call(&name) {
            let call = Call { callee: name, form: CallForm::Statement, arguments: vec![hash], lambda: None };
            return Ok(Kind::Call(Box::new(call)));
        }
        Ok(Kind::Block(vec![name, hash]))
    }
}

fn names_attribute(kind: TokenKind) -> bool {
    kind == TokenKind::Name || kind == TokenKind::Times || kind.is_keyword()
}

fn shape(left: &Expression) -> Shape {
    match &left.kind {
        Kind::Name(_) => Shape::Name,
        Kind::TypeName(_) => Shape::Defaults,
        Kind::Access(..) => Shape::Override,
        _ => Shape::Invalid,
    }
}
