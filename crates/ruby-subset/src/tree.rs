//! The tree of a program: what is left of Ruby's syntax when it is put into the forms that the interpreter knows.

use std::sync::Arc;

use ecow::EcoString;
use pcore::regexp::{Regexp, RegexpOptions};

/// An expression with the line that it begins on.
#[derive(Debug)]
pub(crate) struct Node {
    pub line: u32,
    pub kind: Kind,
}

/// The forms of expressions.
#[derive(Debug)]
pub(crate) enum Kind {
    Nil,
    Itself,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    String(EcoString),
    Symbol(EcoString),
    /// Texts and expressions in order.
    Interpolated(Vec<Node>),
    InterpolatedSymbol(Vec<Node>),
    Regexp(Arc<Regexp>),
    InterpolatedRegexp(Vec<Node>, RegexpOptions),
    Array(Vec<Node>),
    /// Keys with values; a splat has no value.
    Hash(Vec<(Node, Option<Node>)>),
    Range(Option<Box<Node>>, Option<Box<Node>>, bool),
    /// `*x`, among the elements of an array or the arguments of a call.
    Splat(Box<Node>),
    Local(Slot),
    Instance(EcoString),
    /// `$1`, `$~` and the like: a group of the last match; nothing for the match itself.
    Match(Option<usize>),
    Constant(EcoString),
    /// `NAME = value`; `NAME ||= value` keeps what is there.
    AssignConstant(EcoString, Box<Node>, bool),
    /// A match whose named groups set variables of the same names.
    AssignMatch(Box<Node>, Vec<(EcoString, Target)>),
    Assign(Box<Target>, Box<Node>),
    /// `x += 1`, `x ||= 1`.
    Update(Box<Target>, Operator, Box<Node>),
    Call(Box<Call>),
    /// `yield`, in a method that the program defines.
    Yield(Vec<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Not(Box<Node>),
    Defined(Box<Node>),
    If(Box<Node>, Box<Node>, Box<Node>),
    Case(Option<Box<Node>>, Vec<(Vec<Node>, Node)>, Box<Node>),
    /// A loop: what it waits for, whether that must be true, what it does, whether it does it once in any case.
    While {
        condition: Box<Node>,
        wanted: bool,
        body: Box<Node>,
        body_first: bool,
    },
    For(Box<Target>, Box<Node>, Box<Node>),
    Statements(Vec<Node>),
    /// A jump out of a block, a loop or a method.
    Jump(Jump, Box<Node>),
    Begin(Box<Begin>),
    /// A method; of the module around rather than of its instances with `self.`.
    Define(EcoString, Arc<Block>, bool),
    /// `module NAME … end`: its code, and how many variables that has.
    Module(EcoString, usize, Box<Node>),
    Lambda(Arc<Block>),
    /// Something that Ruby has and we do not.
    Unsupported(EcoString),
}

/// A local variable: how many blocks outwards, and its index there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub depth: u32,
    pub index: u32,
}

/// What can be assigned to.
#[derive(Debug)]
pub(crate) enum Target {
    Local(Slot),
    Instance(EcoString),
    Index(Node, Vec<Node>),
    Attribute(Node, EcoString),
    /// Several, one of which may take the rest: those before it, it, those after it.
    Several(Vec<Target>, Option<Option<Box<Target>>>, Vec<Target>),
    Unsupported(EcoString),
}

/// How an assignment uses the old value.
#[derive(Debug)]
pub(crate) enum Operator {
    Or,
    And,
    Method(EcoString),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Jump {
    Next,
    Break,
    NextRound,
    EndLoop,
    Return,
}

/// A call of a method.
#[derive(Debug)]
pub(crate) struct Call {
    pub receiver: Option<Node>,
    pub name: EcoString,
    pub arguments: Vec<Node>,
    pub block: Option<BlockArgument>,
    /// `&.`: nothing happens to nil.
    pub safe: bool,
}

/// The block of a call.
#[derive(Debug)]
pub(crate) enum BlockArgument {
    Code(Arc<Block>),
    /// `&x`
    Value(Node),
}

/// A block, lambda or method: how many variables it has, its parameters, its code.
#[derive(Debug)]
pub(crate) struct Block {
    pub slots: usize,
    pub required: Vec<Target>,
    pub optional: Vec<(Slot, Node)>,
    /// `*rest`, which may have no name.
    pub rest: Option<Option<Slot>>,
    pub trailing: Vec<Target>,
    /// `name:` and `name: default`.
    pub keywords: Vec<(EcoString, Slot, Option<Node>)>,
    /// `**rest`, which may have no name.
    pub keyword_rest: Option<Option<Slot>>,
    /// `&block`
    pub block: Option<Slot>,
    pub body: Node,
}

/// `begin … rescue … ensure … end`.
#[derive(Debug)]
pub(crate) struct Begin {
    pub body: Node,
    pub rescues: Vec<Rescue>,
    pub otherwise: Option<Node>,
    pub ensure: Option<Node>,
}

/// What is done about errors of some classes; without classes, about all usual ones.
#[derive(Debug)]
pub(crate) struct Rescue {
    pub classes: Vec<Node>,
    pub target: Option<Target>,
    pub body: Node,
}
