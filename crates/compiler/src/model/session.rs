//! Types of the language outside of a catalog: for tools that check them, write them elsewhere, or make instances of data.

use std::sync::Arc;

use diagnostics::Source;
use ecow::EcoString;
use model::{Initialization, ModelType};
use pcore::{Hash, ObjectInstance, Type, Value};
use resource_api::{
    TypeDefinition,
    log::{Log, Recorder},
};
use syntax::{FileKind, Strictness, ast::Kind};

use crate::{
    Compilation, Environment, Failure, Loader, NoResourceTypes, Node, Options,
    budget::Budget,
    error::{Interrupt, Outcome},
};

/// Types that texts and modules define, and their instances.
///
/// Work with it happens [`with_stack`](crate::with_stack), as all evaluation does.
///
/// ```
/// use std::sync::Arc;
/// use compiler::{Environment, models::Session};
/// use diagnostics::Source;
/// use pcore::{Hash, Value};
///
/// let mut session = Session::new(Environment::default(), Default::default());
/// let text = "type Port { attr number, Integer { min => 1, check => $it > 0 } }";
/// session.read(&Arc::new(Source::new("port.pp", text))).unwrap();
/// let port = session.model("Port").unwrap().expect("it is defined above");
///
/// let entries = |number: i64| Hash::from_iter([(Value::from("number"), Value::Integer(number))]);
/// assert_eq!(session.create(&port, &entries(80)).unwrap().to_string(), "Port({'number' => 80})");
/// assert!(session.create(&port, &entries(0)).unwrap_err().message.contains("not an acceptable value for number"));
/// ```
pub struct Session {
    compilation: Compilation<'static>,
    defined: Vec<EcoString>,
}

impl Session {
    /// A session that knows the types of the modules of an environment, and nothing else yet.
    pub fn new(environment: Environment, limits: crate::Limits) -> Session {
        let options = Options { limits, ..Options::default() };
        let loader = Loader::new(environment, Strictness::Error);
        let log = Log::new(Arc::new(Recorder::default()), Arc::default());
        let node = Node::local("localhost", Value::hash([]));
        Session { compilation: Compilation::new(loader, node, options, &NoResourceTypes, log), defined: Vec::new() }
    }

    /// Reads a text, and remembers the types that it defines. They are loaded on demand.
    pub fn read(&mut self, source: &Arc<Source>) -> Result<(), Box<Failure>> {
        let program = into_result(self.compilation.loader.read(source, FileKind::Main))?;
        self.defined.extend(program.body.iter().filter_map(|statement| match &statement.kind {
            Kind::TypeDefinition(definition) => Some(definition.name.clone()),
            _ => None,
        }));
        Ok(())
    }

    /// The names of the types that the texts define, in order.
    pub fn defined(&self) -> &[EcoString] {
        &self.defined
    }

    /// The type of that name, in any case, if it is defined.
    pub fn model(&mut self, name: &str) -> Result<Option<Arc<ModelType>>, Box<Failure>> {
        into_result(self.compilation.model_type(name))
    }

    /// The definition of a type of resources (by its name in lower case), as providers know it; `None` if it is
    /// not defined, or if it is abstract.
    pub fn definition(&mut self, name: &str) -> Result<Option<Arc<TypeDefinition>>, Box<Failure>> {
        let found = into_result(self.compilation.resource_model(name))?;
        Ok(found.and_then(|found| found.definition))
    }

    /// What the attributes of a resource are that a manifest would declare with that title and these attributes: with
    /// defaults, as `set` and `get` make them, and checked.
    pub fn declare(
        &mut self,
        model: &Arc<ModelType>,
        title: &str,
        attributes: &[(EcoString, Value)],
    ) -> Result<Vec<(EcoString, Value)>, Box<Failure>> {
        self.compilation.budget = Budget::new(self.compilation.options().limits);
        into_result(self.compilation.hold_features(model, &title.into(), attributes.to_vec()))
    }

    /// The type of a name in logic: one of Puppet's own, one of the language, or an alias.
    pub fn named_type(&mut self, name: &str) -> Result<Option<Type>, Box<Failure>> {
        into_result(self.compilation.named_type(name))
    }

    /// Makes an instance of what is given for its features: with defaults, checked, and finished. That of a type of
    /// resources is what a resource with these parameters holds.
    pub fn create(&mut self, model: &Arc<ModelType>, entries: &Hash) -> Result<Value, Box<Failure>> {
        // The limits apply to each instance; limiting their number is up to the caller.
        self.compilation.budget = Budget::new(self.compilation.options().limits);
        into_result(self.make(model, entries))
    }

    /// Makes an instance again of what its features held: `validate` and `set` are not asked.
    pub fn restore(&mut self, model: &Arc<ModelType>, stored: &Hash) -> Result<Value, Box<Failure>> {
        self.compilation.budget = Budget::new(self.compilation.options().limits);
        into_result(model::restore(&mut self.compilation, model, stored))
    }

    /// What a resource says of its features is checked as an instance would be.
    fn make(&mut self, model: &Arc<ModelType>, entries: &Hash) -> Outcome {
        let mut initialization = Initialization::of_resource(&mut self.compilation, model)?;
        initialization.set_all(&mut self.compilation, entries)?;
        initialization.finish(&mut self.compilation)
    }

    /// Reads a feature as logic would: what `get` makes of it, or what is computed. Nothing if there is no such feature.
    pub fn read_feature(
        &mut self,
        instance: &Arc<ObjectInstance>,
        feature: &str,
    ) -> Result<Option<Value>, Box<Failure>> {
        self.compilation.budget = Budget::new(self.compilation.options().limits);
        into_result(self.compilation.read_feature(instance, feature))
    }
}

fn into_result<T>(outcome: Outcome<T>) -> Result<T, Box<Failure>> {
    outcome.map_err(Interrupt::into_failure)
}
