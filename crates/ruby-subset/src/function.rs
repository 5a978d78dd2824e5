//! Files of functions: what they define, and how one of those is called.
//!
//! A file is run anew for each call, so that nothing stays from one call to the next; that takes a few steps only, since
//! most of it is definitions.

use std::rc::Rc;

use ecow::EcoString;
use pcore::Value;

use crate::{
    Error, Host,
    error::{Outcome, Stop, not_supported},
    lower,
    machine::{Machine, Role},
    object::{Callable, Closure, Object},
};

/// A file of functions that was read: `lib/puppet/functions/NAME.rb` or `lib/puppet/parser/functions/NAME.rb`.
#[derive(Debug)]
pub struct FunctionFile {
    program: lower::Lowered,
}

/// A function that a file defines.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name, as the file writes it.
    pub name: EcoString,
    /// How it is called.
    pub form: Form,
}

/// The two kinds of functions.
#[derive(Clone, Debug)]
pub enum Form {
    /// With signatures.
    Typed {
        /// The signatures, in order.
        dispatches: Vec<Dispatch>,
        /// Aliases of types that only the signatures know, as `Name = Type`.
        local_types: Vec<EcoString>,
    },
    /// Legacy: it only counts its arguments.
    Counted {
        /// Whether it returns something.
        has_value: bool,
        /// So many arguments; `-n - 1` for at least `n`.
        arity: i32,
    },
}

/// A signature with the method that it leads to.
#[derive(Clone, Debug, Default)]
pub struct Dispatch {
    /// The method.
    pub method: EcoString,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The block, if it takes one.
    pub block: Option<Parameter>,
    /// What it returns.
    pub returns: Option<EcoString>,
    /// Whether the method only reports what is wrong with such arguments.
    pub is_refusal: bool,
    /// The indices of the arguments that receive the scope.
    pub scopes: Vec<usize>,
}

/// A parameter of a signature.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its type, as text.
    pub type_text: EcoString,
    /// Its name.
    pub name: EcoString,
    /// How often it is given.
    pub presence: Presence,
}

/// How often a parameter is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Once.
    Required,
    /// Once at most.
    Optional,
    /// As often as one likes.
    Repeated,
    /// At least once.
    RequiredRepeated,
}

/// The functions that a file has defined so far.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    pub all: Vec<Definition>,
    /// The code of legacy functions, at the same indices.
    pub code: Vec<Option<Rc<Closure>>>,
}

impl Definitions {
    pub fn add(&mut self, name: EcoString, form: Form, code: Option<Rc<Closure>>) {
        self.all.push(Definition { name, form });
        self.code.push(code);
    }

    /// The signature that is being described.
    pub fn dispatch(&mut self) -> Option<&mut Dispatch> {
        self.typed()?.0.last_mut()
    }

    /// The signatures and the aliases of types of the function that is being described.
    pub fn typed(&mut self) -> Option<(&mut Vec<Dispatch>, &mut Vec<EcoString>)> {
        match &mut self.all.last_mut()?.form {
            Form::Typed { dispatches, local_types } => Some((dispatches, local_types)),
            Form::Counted { .. } => None,
        }
    }
}

impl FunctionFile {
    /// Reads a file. The error has the line of invalid Ruby.
    pub fn read(text: &str) -> Result<FunctionFile, Error> {
        Ok(FunctionFile { program: lower::read(text)? })
    }

    /// What the file uses that is not supported, with the lines; it is only an error where it is reached.
    pub fn unsupported(&self) -> &[(u32, EcoString)] {
        &self.program.unsupported
    }

    /// The functions that the file defines.
    pub fn definitions(&self, host: &mut dyn Host) -> Result<Vec<Definition>, Error> {
        self.load(host, |machine| {
            let mut definitions = std::mem::take(&mut machine.definitions.all);
            for definition in &mut definitions {
                if let Form::Typed { dispatches, .. } = &mut definition.form
                    && dispatches.iter().all(|dispatch| dispatch.is_refusal)
                {
                    let own = definition.name.rsplit("::").next().unwrap_or_default();
                    let Some(method) = machine.methods.get(own) else {
                        return not_supported("a function without a signature and without a method of its name");
                    };
                    dispatches.push(any(own, method));
                }
            }
            Ok(definitions)
        })
    }

    /// Runs the file, and then does something with what it defines.
    fn load<T>(&self, host: &mut dyn Host, work: impl FnOnce(&mut Machine<'_>) -> Outcome<T>) -> Result<T, Error> {
        let mut machine = Machine::new(host);
        machine.role = Role::Function;
        machine.evaluate_program(&self.program).and_then(|_| work(&mut machine)).map_err(Stop::into_error)
    }

    /// Calls a method of a function with signatures: the arguments, with the scope at the indices where it is expected.
    pub fn call(
        &self,
        host: &mut dyn Host,
        dispatch: &Dispatch,
        arguments: &[Value],
        has_block: bool,
    ) -> Result<Value, Error> {
        self.load(host, |machine| {
            let mut objects: Vec<Object> = arguments.iter().map(Object::from_value).collect();
            for index in &dispatch.scopes {
                objects.insert((*index).min(objects.len()), Object::Scope);
            }
            let block = has_block.then_some(Callable::Host);
            let result = machine.send(&Object::Template, &dispatch.method, &objects, block.as_ref())?;
            machine.show_changes()?;
            // What no manifest can hold is an error, which names it.
            result.to_value(0)
        })
    }

    /// Calls a legacy function, which gets its arguments in one array.
    pub fn call_older(&self, host: &mut dyn Host, name: &str, arguments: &[Value]) -> Result<Value, Error> {
        self.load(host, |machine| {
            let index = machine.definitions.all.iter().position(|definition| definition.name == name);
            let code = index.and_then(|index| machine.definitions.code.get(index).cloned().flatten());
            let Some(code) = code else { return not_supported("a function without code") };
            machine.role = Role::LegacyFunction;
            let objects = Object::array(arguments.iter().map(Object::from_value).collect());
            // Ruby makes a method of the code: it minds the number of arguments, and `return` ends it.
            let result = machine.nested(|machine| machine.call_closure(&code.as_lambda(), &[objects], None))?;
            machine.show_changes()?;
            result.to_value(0)
        })
    }
}

/// The signature of a function that describes none: anything, as often as its method takes it.
fn any(name: &str, method: &crate::tree::Block) -> Dispatch {
    let mut presences = vec![Presence::Required; method.required.len()];
    presences.extend(vec![Presence::Optional; method.optional.len()]);
    presences.extend(method.rest.is_some().then_some(Presence::Repeated));
    let parameter =
        |(index, presence)| Parameter { type_text: "Any".into(), name: format!("parameter{index}").into(), presence };
    let parameters = presences.into_iter().enumerate().map(parameter).collect();
    Dispatch { method: name.into(), parameters, ..Dispatch::default() }
}
