//! Walks the tree of a program.

mod assign;
mod call;
mod control;
mod names;

use std::{cell::RefCell, rc::Rc, sync::Arc};

use ecow::EcoString;
use pcore::{
    Value,
    regexp::{Regexp, RegexpOptions},
};
use rustc_hash::FxHashMap;

use crate::{
    Error, Host,
    error::{Outcome, Stop, not_supported, raise, raise_from},
    function::Definitions,
    lower::Lowered,
    object::{Callable, Closure, Match, Object, Range, Table, Variables},
    text,
    tree::{Block, Kind, Node, Slot},
};

/// How deep expressions and calls may be nested while a program runs.
const MAX_DEPTH: usize = 2_000;

/// How much stack must be left for what an expression does by itself, such as walking a deep value.
const STACK_RESERVE: usize = 4 << 20;

/// In how many levels that is checked once.
const LEVELS_PER_CHECK: usize = 16;

/// By how much the stack grows when less is left.
const STACK_GROWTH: usize = 16 << 20;

/// How many steps are counted before they are reported to the host.
const STEPS: u64 = 1_000;

/// How many bytes of new objects are counted before they are reported to the host.
const BYTES: usize = 4 << 20;

/// How many times fewer elements a collection may have than bytes a text.
const SIZE_PER_ELEMENT: usize = 10;

/// As many elements take as much memory as one text, or as one array in an array.
const ELEMENTS_PER_TEXT: usize = 3;

/// How many bytes an entry of a hash takes, about.
const ENTRY_SIZE: usize = 128;

/// How many patterns that are put together at run time are kept.
const MAX_PATTERNS: usize = 1_000;

/// A program that runs.
pub(crate) struct Machine<'h> {
    pub host: &'h mut dyn Host,
    /// The variables with an `@` that were looked at or set; all others are the host's.
    pub instance: FxHashMap<EcoString, Object>,
    /// The methods that the program defines.
    pub methods: FxHashMap<EcoString, Arc<Block>>,
    pub last_match: Option<Rc<Match>>,
    /// Whether a secret was opened: from then on, errors do not show values.
    pub opened_secret: bool,
    /// Arrays and hashes of the scope that were looked up: what a template does to them, others see.
    pub looked_up: FxHashMap<EcoString, Object>,
    /// The same for those that were looked at with an `@`, for the whole time.
    shared: Vec<(EcoString, Object)>,
    /// Whether an array or hash was changed since the scope saw it.
    pub changed: bool,
    /// The files that Puppet has found for the program.
    pub found_files: Vec<EcoString>,
    /// What the program is for.
    pub role: Role,
    /// The constants that the program sets.
    pub constants: FxHashMap<EcoString, Object>,
    /// The methods of modules that the program defines, by module and name.
    pub module_methods: FxHashMap<(EcoString, EcoString), Arc<Block>>,
    /// The module that is being defined.
    module: EcoString,
    /// The functions that the program defines.
    pub definitions: Definitions,
    patterns: FxHashMap<(EcoString, RegexpOptions), Arc<Regexp>>,
    steps: u64,
    depth: usize,
    tags: u64,
    size_limit: usize,
    /// How many bytes were made since the host was asked.
    made: usize,
}

impl<'h> Machine<'h> {
    pub fn new(host: &'h mut dyn Host) -> Machine<'h> {
        Machine {
            size_limit: host.size_limit(),
            host,
            instance: FxHashMap::default(),
            methods: FxHashMap::default(),
            last_match: None,
            opened_secret: false,
            looked_up: FxHashMap::default(),
            shared: Vec::new(),
            changed: false,
            found_files: Vec::new(),
            role: Role::Template,
            constants: FxHashMap::default(),
            module_methods: FxHashMap::default(),
            module: EcoString::new(),
            definitions: Definitions::default(),
            patterns: FxHashMap::default(),
            steps: 0,
            depth: 0,
            tags: 0,
            made: 0,
        }
    }

    pub fn run(&mut self, program: &Lowered) -> Outcome<EcoString> {
        let output = self.evaluate_program(program)?;
        self.show_changes()?;
        text::to_s(&output)
    }

    pub fn evaluate_program(&mut self, program: &Lowered) -> Outcome {
        let slots = RefCell::new(vec![Object::Nil; program.slots]);
        let variables = Rc::new(Variables { slots, parent: None, tag: 0, given: None });
        self.evaluate(&variables, &program.body)
    }

    /// Tells the scope what became of its arrays and hashes, and forgets them: others may change them now.
    pub fn show_changes(&mut self) -> Outcome<()> {
        let looked_up = std::mem::take(&mut self.looked_up);
        if std::mem::take(&mut self.changed) {
            for (name, object) in looked_up {
                self.host.replace_variable(&name, object.to_value(0)?);
            }
            for (name, object) in &self.shared {
                self.host.replace_variable(name, object.to_value(0)?);
            }
        }
        Ok(())
    }

    /// Calls a function of Puppet that does the same as Ruby; its error becomes one of a class.
    pub fn call_host(&mut self, function: &str, arguments: &[Value], error_class: &str) -> Outcome {
        let result = self.host.call_function(function, arguments, false);
        result.map(|value| Object::from_value(&value)).or_else(|error| raise_from(error_class, error))
    }

    /// Counts work that is done outside of expressions.
    pub fn spend(&mut self, steps: usize) -> Outcome<()> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps < STEPS {
            return Ok(());
        }
        let steps = std::mem::take(&mut self.steps);
        self.host.spend(steps).or_else(|error| raise_from(Error::LIMIT, error))
    }

    /// Checks how many bytes a text has that is about to be made, or that grows.
    pub fn check_size(&self, bytes: usize) -> Outcome<()> {
        if bytes > self.size_limit {
            let message = format!("The limit of {} bytes or elements in one value is exceeded", self.size_limit);
            return raise(Error::LIMIT, message);
        }
        Ok(())
    }

    /// Checks how many elements a collection has that is about to be made, or that grows.
    pub fn check_count(&self, elements: usize) -> Outcome<()> {
        let limit = self.size_limit / SIZE_PER_ELEMENT;
        if elements > limit {
            return raise(Error::LIMIT, format!("The limit of {limit} values in one value is exceeded"));
        }
        Ok(())
    }

    /// Checks how many texts a collection has that is about to be made, or that grows.
    pub fn check_texts(&self, texts: usize) -> Outcome<()> {
        self.check_count(texts.saturating_mul(ELEMENTS_PER_TEXT))
    }

    /// Measures what a method answers. An object that changed itself is measured, but not counted as a new one.
    pub fn measure(&mut self, receiver: &Object, answer: &Object) -> Outcome<()> {
        let bytes = match answer {
            Object::String(text) => {
                let length = text.borrow().len();
                self.check_size(length)?;
                length
            }
            Object::Array(items) => {
                let length = items.0.borrow().len();
                self.check_count(length)?;
                length.saturating_mul(size_of::<Object>())
            }
            Object::Hash(entries) => {
                let length = entries.0.borrow().map.len();
                self.check_count(length)?;
                length.saturating_mul(ENTRY_SIZE)
            }
            _ => return Ok(()),
        };
        if answer.is_same(receiver) { Ok(()) } else { self.note(bytes.saturating_add(size_of::<Object>())) }
    }

    /// Counts bytes that were made.
    pub fn note(&mut self, bytes: usize) -> Outcome<()> {
        self.made = self.made.saturating_add(bytes);
        if self.made < BYTES {
            return Ok(());
        }
        let made = std::mem::take(&mut self.made);
        self.host.made(made).or_else(|error| raise_from(Error::LIMIT, error))
    }

    /// Goes a level down, does something there, and comes back.
    pub fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth >= MAX_DEPTH {
            return raise("SystemStackError", "stack level too deep");
        }
        self.depth += 1;
        // Looking takes longer than many an expression, and some levels need far less than the reserve.
        let result = match self.depth.is_multiple_of(LEVELS_PER_CHECK) {
            true => stacker::maybe_grow(STACK_RESERVE, STACK_GROWTH, || work(self)),
            false => work(self),
        };
        self.depth -= 1;
        result
    }

    pub fn evaluate(&mut self, variables: &Rc<Variables>, node: &Node) -> Outcome {
        self.spend(1)?;
        match &node.kind {
            Kind::Nil => Ok(Object::Nil),
            Kind::Itself => Ok(self.itself()),
            Kind::Boolean(value) => Ok(Object::Boolean(*value)),
            Kind::Integer(value) => Ok(Object::Integer(*value)),
            Kind::Float(value) => Ok(Object::Float(*value)),
            Kind::String(text) => Ok(Object::text(text.clone())),
            Kind::Symbol(name) => Ok(Object::Symbol(name.clone())),
            Kind::Regexp(regexp) => Ok(Object::Regexp(regexp.clone())),
            Kind::Local(slot) => Ok(local(variables, *slot)),
            Kind::Instance(name) => Ok(self.instance_variable(name)),
            Kind::Match(None) => Ok(self.last_match.clone().map_or(Object::Nil, Object::Match)),
            Kind::Match(Some(group)) => Ok(self.last_match.as_ref().map_or(Object::Nil, |found| found.group(*group))),
            Kind::Constant(name) => self.constant(name),
            Kind::Lambda(block) => Ok(Object::Proc(self.closure(variables, block, true))),
            Kind::Define(name, block, of_module) => {
                if *of_module && !self.module.is_empty() {
                    self.module_methods.insert((self.module.clone(), name.clone()), block.clone());
                } else {
                    self.methods.insert(name.clone(), block.clone());
                }
                Ok(Object::Symbol(name.clone()))
            }
            Kind::Unsupported(what) => not_supported(what).map_err(|stop| at(stop, node.line)),
            _ => self.nested(|machine| machine.evaluate_compound(variables, node)).map_err(|stop| at(stop, node.line)),
        }
    }

    fn evaluate_compound(&mut self, variables: &Rc<Variables>, node: &Node) -> Outcome {
        match &node.kind {
            Kind::Call(call) => self.evaluate_call(variables, call),
            Kind::Statements(nodes) => {
                let mut last = Object::Nil;
                for node in nodes {
                    last = self.evaluate(variables, node)?;
                }
                Ok(last)
            }
            Kind::Interpolated(parts) => Ok(Object::text(self.interpolate(variables, parts)?)),
            Kind::InterpolatedSymbol(parts) => Ok(Object::Symbol(self.interpolate(variables, parts)?)),
            Kind::InterpolatedRegexp(parts, options) => {
                let source = self.interpolate(variables, parts)?;
                Ok(Object::Regexp(self.regexp(&source, *options)?))
            }
            Kind::Array(nodes) => Ok(Object::array(self.evaluate_list(variables, nodes)?)),
            Kind::Hash(entries) => {
                let mut table = Table::default();
                for (key, value) in entries {
                    let key = self.evaluate(variables, key)?;
                    match (value, &key) {
                        (Some(value), _) => {
                            let value = self.evaluate(variables, value)?;
                            table.insert(key, value)?;
                        }
                        (None, Object::Hash(inner)) => {
                            for (key, value) in inner.0.borrow().pairs() {
                                table.insert(key, value)?;
                            }
                        }
                        (None, Object::Nil) => {}
                        (None, other) => return raise("TypeError", no_conversion(other, "Hash")),
                    }
                }
                Ok(Object::table(table))
            }
            Kind::Range(from, to, exclusive) => {
                let mut end = |node: &Option<Box<Node>>| match node {
                    Some(node) => self.evaluate(variables, node),
                    None => Ok(Object::Nil),
                };
                let (from, to) = (end(from)?, end(to)?);
                Ok(Object::Range(Rc::new(Range { from, to, exclusive: *exclusive })))
            }
            Kind::Splat(inner) => {
                let object = self.evaluate(variables, inner)?;
                Ok(Object::array(self.spread(object)?))
            }
            Kind::Assign(target, value) => {
                let value = self.evaluate(variables, value)?;
                self.assign(variables, target, value.clone())?;
                Ok(value)
            }
            Kind::AssignConstant(name, value, keeps) => {
                if *keeps && let Some(known) = self.constants.get(name) {
                    return Ok(known.clone());
                }
                let value = self.evaluate(variables, value)?;
                self.constants.insert(name.clone(), value.clone());
                Ok(value)
            }
            Kind::AssignMatch(call, targets) => {
                let found = self.evaluate(variables, call)?;
                let last = self.last_match.clone().filter(|_| found.is_true());
                for (name, target) in targets {
                    let group = last.as_ref().and_then(|found| found.named(name)).unwrap_or(Object::Nil);
                    self.assign(variables, target, group)?;
                }
                Ok(found)
            }
            Kind::Module(name, slots, body) => {
                let slots = RefCell::new(vec![Object::Nil; *slots]);
                let inner = Rc::new(Variables { slots, parent: None, tag: 0, given: None });
                let outer = std::mem::replace(&mut self.module, name.clone());
                self.constants.entry(name.clone()).or_insert_with(|| Object::Class(name.clone()));
                let result = self.evaluate(&inner, body);
                self.module = outer;
                result
            }
            Kind::Update(target, operator, value) => self.update(variables, target, operator, value),
            Kind::Yield(arguments) => {
                let arguments = self.evaluate_list(variables, arguments)?;
                match enclosing_block(variables) {
                    Some(block) => self.call_block(&block, &arguments),
                    None => raise("LocalJumpError", "no block given (yield)"),
                }
            }
            _ => self.evaluate_control(variables, node),
        }
    }

    /// Evaluates elements or arguments, among which may be splats.
    pub fn evaluate_list(&mut self, variables: &Rc<Variables>, nodes: &[Node]) -> Outcome<Vec<Object>> {
        let mut objects = Vec::with_capacity(nodes.len());
        for node in nodes {
            match &node.kind {
                Kind::Splat(inner) => {
                    let object = self.evaluate(variables, inner)?;
                    objects.extend(self.spread(object)?);
                }
                _ => objects.push(self.evaluate(variables, node)?),
            }
        }
        Ok(objects)
    }

    /// The values of `*x`.
    pub fn spread(&mut self, object: Object) -> Outcome<Vec<Object>> {
        match object {
            Object::Nil => Ok(Vec::new()),
            Object::Array(_) | Object::Hash(_) | Object::Range(_) => self.elements(&object),
            other => Ok(vec![other]),
        }
    }

    fn interpolate(&mut self, variables: &Rc<Variables>, parts: &[Node]) -> Outcome<EcoString> {
        let mut made = EcoString::new();
        for part in parts {
            match &part.kind {
                Kind::String(text) => made.push_str(text),
                _ => {
                    let object = self.evaluate(variables, part)?;
                    made.push_str(&text::to_s(&object)?);
                }
            }
            self.check_size(made.len())?;
        }
        self.note(made.len())?;
        Ok(made)
    }

    /// Reads a pattern that was put together, or remembers it.
    pub fn regexp(&mut self, source: &str, options: RegexpOptions) -> Outcome<Arc<Regexp>> {
        let key = (EcoString::from(source), options);
        if let Some(known) = self.patterns.get(&key) {
            return Ok(known.clone());
        }
        let regexp = match Regexp::with_options(source, options) {
            Ok(regexp) => Arc::new(regexp),
            Err(error) => return raise("RegexpError", error.to_string()),
        };
        if self.patterns.len() >= MAX_PATTERNS {
            self.patterns.clear();
        }
        self.patterns.insert(key, regexp.clone());
        Ok(regexp)
    }

    pub fn closure(&mut self, variables: &Rc<Variables>, block: &Arc<Block>, is_lambda: bool) -> Callable {
        self.tags += 1;
        let closure = Closure { block: block.clone(), variables: variables.clone(), tag: self.tags, is_lambda };
        Callable::Code(Rc::new(closure))
    }
}

/// What a program is for, which decides what it can call without a receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Template,
    Function,
    /// A legacy function, whose code belongs to the scope.
    LegacyFunction,
}

/// The block of the method around.
pub(crate) fn enclosing_block(variables: &Rc<Variables>) -> Option<Callable> {
    let mut next = Some(variables);
    while let Some(variables) = next {
        if variables.given.is_some() {
            return variables.given.clone();
        }
        next = variables.parent.as_ref();
    }
    None
}

fn frame(variables: &Rc<Variables>, depth: u32) -> &Rc<Variables> {
    let mut found = variables;
    for _ in 0..depth {
        match &found.parent {
            Some(parent) => found = parent,
            None => break,
        }
    }
    found
}

pub(crate) fn local(variables: &Rc<Variables>, slot: Slot) -> Object {
    let slots = frame(variables, slot.depth).slots.borrow();
    slots.get(slot.index as usize).cloned().unwrap_or(Object::Nil)
}

pub(crate) fn set_local(variables: &Rc<Variables>, slot: Slot, object: Object) {
    let mut slots = frame(variables, slot.depth).slots.borrow_mut();
    if let Some(index) = slots.get_mut(slot.index as usize) {
        *index = object;
    }
}

/// Ruby's message for an object of the wrong class.
pub(crate) fn no_conversion(object: &Object, wanted: &str) -> String {
    format!("no implicit conversion of {} into {wanted}", text::short_name(object))
}

/// Gives an error that has no line yet the line of an expression.
fn at(mut stop: Stop, line: u32) -> Stop {
    if let Stop::Error(error) = &mut stop
        && error.line == 0
    {
        error.line = line;
    }
    stop
}
