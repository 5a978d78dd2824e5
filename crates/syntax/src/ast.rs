//! The syntax tree that the parser builds, the validator checks and the compiler evaluates.
//!
//! Everything is an [`Expression`]. Definitions are shared ([`Arc`]), so that a compiler can keep them by name without
//! borrowing the tree. There is no behavior here.

mod type_definition;

use std::sync::Arc;

use diagnostics::{Location, Source, Span};
use ecow::EcoString;

pub use type_definition::{
    Feature, FeatureKind, FeatureType, Invariant, Logic, LogicForm, Setting, SettingValue, TypeDefinition,
    TypeStatement, Word,
};

/// A parsed file, command-line text or template.
#[derive(Debug)]
pub struct Program {
    /// The text.
    pub source: Arc<Source>,
    /// Its statements; a template is a single [`Kind::Template`].
    pub body: Block,
}

/// Statements in order; the value of a block is that of its last statement.
pub type Block = Vec<Expression>;

/// A node of the tree.
#[derive(Debug)]
pub struct Expression {
    /// The kind, with the child nodes.
    pub kind: Kind,
    /// The whole text of the node.
    pub span: Span,
    /// The offset that messages name. Puppet points at the operator of `1 + 2`, not at its first operand.
    pub anchor: u32,
}

impl Expression {
    /// Returns its location as messages name it: from the anchor to the end.
    pub fn location(&self, source: &Arc<Source>) -> Location {
        Location::new(source, Span { start: self.anchor, end: self.span.end.max(self.anchor) })
    }

    /// Returns the location of all of its text.
    pub fn whole_location(&self, source: &Arc<Source>) -> Location {
        Location::new(source, self.span)
    }
}

/// The kinds of expressions.
#[derive(Debug)]
pub enum Kind {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`
    Boolean(bool),
    /// `42`, `0x2a`, `052`
    Integer(i64, Radix),
    /// `1.5`
    Float(f64),
    /// A string without interpolation, however it is quoted.
    String(EcoString),
    /// A string with interpolation: `"a ${b}"`. Texts are [`Kind::String`] parts.
    Interpolated(Vec<Expression>),
    /// A heredoc: its text is a `String` or an `Interpolated`.
    Heredoc(Box<Heredoc>),
    /// `/ab+/`, without the slashes
    Regexp(EcoString),
    /// A bare word in lower case: `present`, `apache::vhost`
    Name(EcoString),
    /// A reserved word that needs quotes: `attr`, `private`
    Reserved(EcoString),
    /// A type name: `String`, `Apache::Vhost`
    TypeName(EcoString),
    /// `$name`, without the dollar: `x`, `::x`, `a::b`, `1`
    Variable(EcoString),
    /// `[1, 2]`
    Array(Vec<Expression>),
    /// `{ a => 1 }`
    Hash(Vec<(Expression, Expression)>),
    /// `!x`, `-x`, `*x`
    Unary(UnaryOperator, Box<Expression>),
    /// `x + y`
    Binary(BinaryOperator, Box<(Expression, Expression)>),
    /// `x = y`; the validator allows `+=` only in initializers of instances, and `-=` nowhere
    Assignment(AssignmentOperator, Box<(Expression, Expression)>),
    /// `x[y, z]`
    Access(Box<Expression>, Vec<Expression>),
    /// `x ? { y => z }`
    Selector(Box<Expression>, Vec<(Expression, Expression)>),
    /// `(x)`; kept because some checks depend on it
    Parenthesized(Box<Expression>),
    /// `{ … }` as the branch of a statement, where a single expression is expected
    Block(Block),
    /// `if`, and `unless` with its condition as written
    If(Box<If>),
    /// `case x { … }`
    Case(Box<Case>),
    /// `f(x)`, `x.f(y)`, `notice x`, `Integer(x)`
    Call(Box<Call>),
    /// `|$x| { … }`, which can only follow a call
    Lambda(Arc<Lambda>),
    /// `file { 'a': … }`
    Resource(Box<ResourceExpression>),
    /// `File { mode => … }`
    ResourceDefaults(Box<ResourceDefaults>),
    /// `File['a'] { mode => … }`
    ResourceOverride(Box<ResourceOverride>),
    /// `File <| title == 'a' |> { … }`
    Collector(Box<Collector>),
    /// `a -> b`
    Relationship(RelationshipOperator, Box<(Expression, Expression)>),
    /// `class x { … }`
    Class(Arc<ClassDefinition>),
    /// `define x { … }`
    Define(Arc<DefineDefinition>),
    /// `node x { … }`
    Node(Arc<NodeDefinition>),
    /// `function x() { … }`
    Function(Arc<FunctionDefinition>),
    /// `type X = …`
    TypeAlias(Arc<TypeAliasDefinition>),
    /// `type Runtime[ruby, 'X'] = Y`
    TypeMapping(Box<(Expression, Expression)>),
    /// `type X { … }`, `type X inherits Y { … }`
    TypeDefinition(Arc<TypeDefinition>),
    /// `invariant 'title' { … }` in the body of a define
    Invariant(Arc<Invariant>),
    /// A whole EPP template
    Template(Box<Template>),
    /// Literal text of a template
    RenderText(EcoString),
    /// `<%= x %>`
    Render(Box<Expression>),
    /// Nothing: an empty block, an empty program, `;`
    Nothing,
}

/// How an integer was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radix {
    /// `42`
    Decimal,
    /// `052`
    Octal,
    /// `0x2a`
    Hexadecimal,
}

/// A heredoc.
#[derive(Debug)]
pub struct Heredoc {
    /// The syntax that the header names, such as `json`; empty if it names none.
    pub syntax: EcoString,
    /// The text: a `String` or an `Interpolated`.
    pub text: Expression,
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    /// `!`
    Not,
    /// `-`
    Minus,
    /// `*`
    Splat,
}

/// Infix operators that compute a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `=~`
    Match,
    /// `!~`
    NoMatch,
    /// `in`
    In,
    /// `and`
    And,
    /// `or`
    Or,
}

impl BinaryOperator {
    /// Returns the operator as written in a manifest.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Modulo => "%",
            BinaryOperator::ShiftLeft => "<<",
            BinaryOperator::ShiftRight => ">>",
            BinaryOperator::Equal => "==",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::Less => "<",
            BinaryOperator::LessOrEqual => "<=",
            BinaryOperator::Greater => ">",
            BinaryOperator::GreaterOrEqual => ">=",
            BinaryOperator::Match => "=~",
            BinaryOperator::NoMatch => "!~",
            BinaryOperator::In => "in",
            BinaryOperator::And => "and",
            BinaryOperator::Or => "or",
        }
    }
}

/// `=`, and the two that Puppet 4 removed; `+=` is allowed again for lists of instances under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignmentOperator {
    /// `=`
    Set,
    /// `+=`
    Append,
    /// `-=`
    Delete,
}

impl AssignmentOperator {
    /// Returns the operator as written in a manifest.
    pub fn symbol(self) -> &'static str {
        match self {
            AssignmentOperator::Set => "=",
            AssignmentOperator::Append => "+=",
            AssignmentOperator::Delete => "-=",
        }
    }
}

/// The arrows between resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationshipOperator {
    /// `->`
    Before,
    /// `~>`
    Notify,
    /// `<-`
    Require,
    /// `<~`
    Subscribe,
}

impl RelationshipOperator {
    /// Returns the operator as written in a manifest.
    pub fn symbol(self) -> &'static str {
        match self {
            RelationshipOperator::Before => "->",
            RelationshipOperator::Notify => "~>",
            RelationshipOperator::Require => "<-",
            RelationshipOperator::Subscribe => "<~",
        }
    }
}

/// `if … else …`. An `elsif` is an `If` alone in the `otherwise` block.
#[derive(Debug)]
pub struct If {
    /// Whether it was written `unless`.
    pub negated: bool,
    /// The condition.
    pub condition: Expression,
    /// The body if the condition is true (for `unless`: false).
    pub then: Block,
    /// The `else` branch.
    pub otherwise: Option<Block>,
}

/// `case … { … }`
#[derive(Debug)]
pub struct Case {
    /// The value that is compared with the options.
    pub subject: Expression,
    /// The options in order.
    pub options: Vec<CaseOption>,
}

/// One option of a `case`.
#[derive(Debug)]
pub struct CaseOption {
    /// The values that the subject is compared with.
    pub values: Vec<Expression>,
    /// The body if one of the values matches.
    pub body: Block,
    /// The whole text of the node.
    pub span: Span,
}

/// A call of a function.
#[derive(Debug)]
pub struct Call {
    /// What is called: a `Name`, a type, or for [`CallForm::Method`] the name after the dot.
    pub callee: Expression,
    /// How it was written.
    pub form: CallForm,
    /// The arguments, without the receiver of a method call.
    pub arguments: Vec<Expression>,
    /// The lambda that follows the arguments.
    pub lambda: Option<Arc<Lambda>>,
}

/// How a call was written.
#[derive(Debug)]
pub enum CallForm {
    /// `f(x)`, and `Integer(x)`
    Function,
    /// `notice x`, only as a statement
    Statement,
    /// `x.f(y)`: the value before the dot
    Method(Box<Expression>),
}

/// `|Integer $x, *$rest| >> String { … }`
#[derive(Debug)]
pub struct Lambda {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The return type.
    pub returns: Option<Expression>,
    /// The body.
    pub body: Block,
    /// The whole text of the node.
    pub span: Span,
}

/// A parameter of a class, a define, a function, a lambda or a template.
#[derive(Debug)]
pub struct Parameter {
    /// Its name, without the dollar.
    pub name: EcoString,
    /// Its type.
    pub data_type: Option<Expression>,
    /// Its default value.
    pub default: Option<Expression>,
    /// Whether it takes all remaining arguments: `*$rest`.
    pub captures_rest: bool,
    /// The whole text of the node.
    pub span: Span,
    /// The offset that messages name.
    pub anchor: u32,
}

/// `file { 'a': … ; 'b': … }`
#[derive(Debug)]
pub struct ResourceExpression {
    /// Whether it is `@` or `@@`.
    pub form: ResourceForm,
    /// The type: a `Name` (including `class`), a type, or an expression that computes one.
    pub type_name: Expression,
    /// The bodies.
    pub bodies: Vec<ResourceBody>,
}

/// Whether a resource is declared, virtual or exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceForm {
    /// No prefix
    Regular,
    /// `@`
    Virtual,
    /// `@@`
    Exported,
}

/// `'a': mode => '0644'`
#[derive(Debug)]
pub struct ResourceBody {
    /// The titles: a string, an array, or `default`.
    pub title: Expression,
    /// The attributes of the resources.
    pub attributes: Vec<Attribute>,
    /// The whole text of the node.
    pub span: Span,
}

/// `mode => '0644'`, `tag +> 'x'`, `* => $all`
#[derive(Debug)]
pub struct Attribute {
    /// The name, or `*`.
    pub name: AttributeName,
    /// Whether the value is added to the current one: `+>`.
    pub adds: bool,
    /// The value.
    pub value: Expression,
    /// The whole text of the node.
    pub span: Span,
    /// The offset that messages name.
    pub anchor: u32,
}

/// The left side of an attribute's arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeName {
    /// A name.
    Named(EcoString),
    /// `*`: all entries of a hash.
    Splat,
}

/// `File { mode => … }`
#[derive(Debug)]
pub struct ResourceDefaults {
    /// `@` and `@@` are parsed here so that the validator can refuse them.
    pub form: ResourceForm,
    /// The type.
    pub type_name: Expression,
    /// The default attributes.
    pub attributes: Vec<Attribute>,
}

/// `File['a'] { mode => … }`
#[derive(Debug)]
pub struct ResourceOverride {
    /// `@` and `@@` are parsed here so that the validator can refuse them.
    pub form: ResourceForm,
    /// The resources.
    pub resources: Expression,
    /// The attributes that are overridden.
    pub attributes: Vec<Attribute>,
}

/// `File <| … |> { … }`
#[derive(Debug)]
pub struct Collector {
    /// The type.
    pub type_name: Expression,
    /// Whether exported resources are collected: `<<| |>>`.
    pub exported: bool,
    /// The query; `None` matches everything. The validator allows only `==`, `!=`, `and`, `or` and parentheses.
    pub query: Option<Expression>,
    /// The attributes that are overridden in the collected resources.
    pub attributes: Vec<Attribute>,
}

/// `class a::b (…) inherits a { … }`
#[derive(Debug)]
pub struct ClassDefinition {
    /// Its full name, which starts with the names of the enclosing classes.
    pub name: EcoString,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The class that it inherits.
    pub parent: Option<EcoString>,
    /// The body.
    pub body: Block,
    /// Where the definition is.
    pub location: DefinitionLocation,
}

/// `define a::b (…) { … }`
#[derive(Debug)]
pub struct DefineDefinition {
    /// Its full name.
    pub name: EcoString,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The body.
    pub body: Block,
    /// Where the definition is.
    pub location: DefinitionLocation,
}

/// `node 'a', /b/, default { … }`
#[derive(Debug)]
pub struct NodeDefinition {
    /// The nodes it applies to: strings, regular expressions, `default`.
    pub matches: Vec<Expression>,
    /// The inherited node, which the validator refuses.
    pub parent: Option<Expression>,
    /// The body.
    pub body: Block,
    /// Where the definition is.
    pub location: DefinitionLocation,
}

/// `function a::b (…) >> Integer { … }`
#[derive(Debug)]
pub struct FunctionDefinition {
    /// Its full name.
    pub name: EcoString,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The return type.
    pub returns: Option<Expression>,
    /// The body.
    pub body: Block,
    /// Where the definition is.
    pub location: DefinitionLocation,
}

/// `type A::B = …`
#[derive(Debug)]
pub struct TypeAliasDefinition {
    /// Its full name.
    pub name: EcoString,
    /// `Parent` in `type Child = Parent { … }`.
    pub parent: Option<EcoString>,
    /// The type that the alias names.
    pub definition: Expression,
    /// Where the definition is.
    pub location: DefinitionLocation,
}

/// Where a definition is.
#[derive(Clone, Debug)]
pub struct DefinitionLocation {
    /// The text.
    pub source: Arc<Source>,
    /// The whole text of the definition.
    pub span: Span,
    /// The offset that messages name.
    pub anchor: u32,
}

/// A whole EPP template.
#[derive(Debug)]
pub struct Template {
    /// The parameters: `<%- | $x | -%>`.
    pub parameters: Vec<Parameter>,
    /// Whether there is a parameter list, even an empty one.
    pub parameters_declared: bool,
    /// Literal texts, rendered expressions and statements.
    pub body: Block,
}
