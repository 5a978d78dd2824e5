//! What the parser makes of a text: the tree that the validator checks and the compiler evaluates.
//!
//! Everything is an [`Expression`]. Definitions are shared ([`Arc`]), so that a compiler can keep them by name without
//! borrowing the tree. Nothing here computes.

mod type_definition;

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::EcoString;

pub use type_definition::{
    Feature, FeatureKind, FeatureType, Invariant, Logic, LogicForm, Setting, SettingValue, TypeDefinition,
    TypeStatement, Word,
};

/// A file, a text of the command line, or a template, as read.
#[derive(Debug)]
pub struct Program {
    /// The text.
    pub source: Arc<Source>,
    /// Its statements; for a template the one [`Kind::Template`].
    pub body: Block,
    /// The comments, in the order of the text.
    pub comments: Vec<Comment>,
}

/// A comment, kept for documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands, with its marks (`#`, `/* */`).
    pub span: Span,
}

/// Statements in order; the value of the last is the value of all.
pub type Block = Vec<Expression>;

/// A piece of the language.
#[derive(Debug)]
pub struct Expression {
    /// What it is.
    pub kind: Kind,
    /// All of its text.
    pub span: Span,
    /// The offset that messages name. Puppet points at the operator of `1 + 2`, not at its first operand.
    pub anchor: u32,
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
    /// A string without interpolation, in whatever quotes.
    String(EcoString),
    /// A string with interpolation: `"a ${b}"`. Texts are [`Kind::String`] parts.
    Interpolated(Vec<Expression>),
    /// A heredoc: its text is a `String` or an `Interpolated`.
    Heredoc(Box<Heredoc>),
    /// `/ab+/`, without the slashes
    Regexp(EcoString),
    /// A bare word in lower case: `present`, `apache::vhost`
    Name(EcoString),
    /// A word that may be reserved for later use and needs quotes: `attr`, `private`
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
    /// `(x)`; kept, because some checks ask for it
    Parenthesized(Box<Expression>),
    /// `{ … }` as the branch of a statement, where a single expression is expected
    Block(Block),
    /// `if`, and `unless` with its condition as written
    If(Box<If>),
    /// `case x { … }`
    Case(Box<Case>),
    /// `f(x)`, `x.f(y)`, `notice x`, `Integer(x)`
    Call(Box<Call>),
    /// A lambda stands only behind a call.
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
    /// What syntax the text is said to have, empty when none is said.
    pub syntax: EcoString,
    /// The text: a `String` or an `Interpolated`.
    pub text: Expression,
}

/// Operators before an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    /// `!`
    Not,
    /// `-`
    Minus,
    /// `*`
    Splat,
}

/// Operators between two expressions that compute a value.
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
    /// How it is written.
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

/// `=`, and the two that were dropped from the language; `+=` came back for lists of instances that are being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignmentOperator {
    /// `=`
    Set,
    /// `+=`
    Append,
    /// `-=`
    Delete,
}

/// The arrows.
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
    /// How it is written.
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
    /// What is asked.
    pub condition: Expression,
    /// What is done when the answer is yes (for `unless`: no).
    pub then: Block,
    /// What is done otherwise.
    pub otherwise: Option<Block>,
}

/// `case … { … }`
#[derive(Debug)]
pub struct Case {
    /// What is compared.
    pub subject: Expression,
    /// The options in order.
    pub options: Vec<CaseOption>,
}

/// One option of a `case`.
#[derive(Debug)]
pub struct CaseOption {
    /// What the subject is compared with.
    pub values: Vec<Expression>,
    /// What is done then.
    pub body: Block,
    /// All of its text.
    pub span: Span,
}

/// A call of a function.
#[derive(Debug)]
pub struct Call {
    /// What is called: a `Name`, a type, or for [`CallForm::Method`] the name behind the dot.
    pub callee: Expression,
    /// In which form it was written.
    pub form: CallForm,
    /// The arguments; for a method the value before the dot is not among them.
    pub arguments: Vec<Expression>,
    /// The lambda behind it.
    pub lambda: Option<Arc<Lambda>>,
}

/// How a call was written.
#[derive(Debug)]
pub enum CallForm {
    /// `f(x)`, and `Integer(x)`
    Function,
    /// `notice x`, in the place of a statement
    Statement,
    /// `x.f(y)`: the value before the dot
    Method(Box<Expression>),
}

/// `|Integer $x, *$rest| >> String { … }`
#[derive(Debug)]
pub struct Lambda {
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// What it returns.
    pub returns: Option<Expression>,
    /// What it does.
    pub body: Block,
    /// All of its text.
    pub span: Span,
}

/// A parameter of a class, a define, a function, a lambda or a template.
#[derive(Debug)]
pub struct Parameter {
    /// Its name, without the dollar.
    pub name: EcoString,
    /// Its type.
    pub data_type: Option<Expression>,
    /// Its value when none is given.
    pub default: Option<Expression>,
    /// Whether it takes all that is left: `*$rest`.
    pub captures_rest: bool,
    /// All of its text.
    pub span: Span,
    /// The offset that messages name.
    pub anchor: u32,
}

/// `file { 'a': … ; 'b': … }`
#[derive(Debug)]
pub struct ResourceExpression {
    /// Whether it is `@` or `@@`.
    pub form: ResourceForm,
    /// The type: a `Name` (`class` too), a type, or what computes one.
    pub type_name: Expression,
    /// The bodies.
    pub bodies: Vec<ResourceBody>,
}

/// Whether a resource is declared, virtual or exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceForm {
    /// As usual
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
    /// What is said of the resources.
    pub attributes: Vec<Attribute>,
    /// All of its text.
    pub span: Span,
}

/// `mode => '0644'`, `tag +> 'x'`, `* => $all`
#[derive(Debug)]
pub struct Attribute {
    /// The name, or `*`.
    pub name: AttributeName,
    /// Whether it adds to what is there: `+>`.
    pub adds: bool,
    /// The value.
    pub value: Expression,
    /// All of its text.
    pub span: Span,
    /// The offset that messages name.
    pub anchor: u32,
}

/// What stands before the arrow of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeName {
    /// A name.
    Named(EcoString),
    /// `*`: all that a hash says.
    Splat,
}

/// `File { mode => … }`
#[derive(Debug)]
pub struct ResourceDefaults {
    /// `@` and `@@` are parsed here so that the validator can refuse them.
    pub form: ResourceForm,
    /// The type.
    pub type_name: Expression,
    /// What is said of it.
    pub attributes: Vec<Attribute>,
}

/// `File['a'] { mode => … }`
#[derive(Debug)]
pub struct ResourceOverride {
    /// `@` and `@@` are parsed here so that the validator can refuse them.
    pub form: ResourceForm,
    /// The resources.
    pub resources: Expression,
    /// What is said of them.
    pub attributes: Vec<Attribute>,
}

/// `File <| … |> { … }`
#[derive(Debug)]
pub struct Collector {
    /// The type.
    pub type_name: Expression,
    /// Whether resources of other machines are meant too: `<<| |>>`.
    pub exported: bool,
    /// What is asked; `None` takes all. Made of `==`, `!=`, `and`, `or` and parentheses, as the validator sees to.
    pub query: Option<Expression>,
    /// What is changed in those that are found.
    pub attributes: Vec<Attribute>,
}

/// `class a::b (…) inherits a { … }`
#[derive(Debug)]
pub struct ClassDefinition {
    /// Its full name: within a class the names of those around it come first.
    pub name: EcoString,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// The class that it extends.
    pub parent: Option<EcoString>,
    /// What it does.
    pub body: Block,
    /// Where it stands.
    pub place: Place,
}

/// `define a::b (…) { … }`
#[derive(Debug)]
pub struct DefineDefinition {
    /// Its full name.
    pub name: EcoString,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// What it does.
    pub body: Block,
    /// Where it stands.
    pub place: Place,
}

/// `node 'a', /b/, default { … }`
#[derive(Debug)]
pub struct NodeDefinition {
    /// Which machines are meant: strings, regular expressions, `default`.
    pub matches: Vec<Expression>,
    /// The node that it extends, which the validator refuses.
    pub parent: Option<Expression>,
    /// What it does.
    pub body: Block,
    /// Where it stands.
    pub place: Place,
}

/// `function a::b (…) >> Integer { … }`
#[derive(Debug)]
pub struct FunctionDefinition {
    /// Its full name.
    pub name: EcoString,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// What it returns.
    pub returns: Option<Expression>,
    /// What it does.
    pub body: Block,
    /// Where it stands.
    pub place: Place,
}

/// `type A::B = …`
#[derive(Debug)]
pub struct TypeAliasDefinition {
    /// Its full name.
    pub name: EcoString,
    /// `Parent` in `type Child = Parent { … }`.
    pub parent: Option<EcoString>,
    /// What it stands for.
    pub definition: Expression,
    /// Where it stands.
    pub place: Place,
}

/// Where a definition stands.
#[derive(Clone, Debug)]
pub struct Place {
    /// The text.
    pub source: Arc<Source>,
    /// All of the definition.
    pub span: Span,
    /// The offset that messages name.
    pub anchor: u32,
}

/// A whole EPP template.
#[derive(Debug)]
pub struct Template {
    /// What it takes: `<%- | $x | -%>`.
    pub parameters: Vec<Parameter>,
    /// Whether parameters were declared at all, if only an empty list.
    pub parameters_declared: bool,
    /// Texts, renderings and statements.
    pub body: Block,
}
