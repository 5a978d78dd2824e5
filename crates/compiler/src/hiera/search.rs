//! The search for one key through all layers.

use std::sync::Arc;

use diagnostics::{Location, Span};
use ecow::EcoString;
use pcore::{Hash, Type, Value, parse_type_with};

use super::{
    Hiera, Layer,
    explain::{Branch, Event, Explainer},
    key::{Key, LOOKUP_OPTIONS},
    locations::Collected,
    lookup_error::{LookupError, LookupResult},
    options::by_hash,
};
use crate::{Compilation, error::Interrupt, frame::Frame, functions::ruby::text, lookup::Merge, scope::ScopeId};

/// One search, with all that it has to know.
pub(super) struct Search<'s, 'e> {
    pub hiera: &'s Hiera,
    pub compilation: &'s mut Compilation<'e>,
    pub frame: &'s Frame,
    /// Where variables are looked up.
    pub scope: ScopeId,
    /// Values that go before variables and data, and those that come after.
    pub overrides: &'s Hash,
    pub defaults: &'s Hash,
    pub locals: Vec<(EcoString, Value)>,
    /// The variables that were used, while resolving locations.
    pub collected: Option<Collected>,
    pub explainer: Option<Explainer>,
    /// Whether only the global layer is asked.
    pub global_only: bool,
    /// The key that is looked up, for messages.
    pub key: EcoString,
    /// The module whose data is asked.
    pub module: Option<EcoString>,
}

/// The cost of a lookup in evaluation steps.
const STEPS_PER_LOOKUP: u64 = 20;

impl<'s, 'e> Search<'s, 'e> {
    pub(super) fn new(
        hiera: &'s Hiera,
        compilation: &'s mut Compilation<'e>,
        frame: &'s Frame,
        overrides: &'s Hash,
        defaults: &'s Hash,
    ) -> Search<'s, 'e> {
        Search {
            hiera,
            compilation,
            frame,
            scope: frame.scope,
            overrides,
            defaults,
            locals: Vec::new(),
            collected: None,
            explainer: None,
            global_only: false,
            key: EcoString::new(),
            module: None,
        }
    }

    /// Finds the value of a key. Without a way to merge, the data may say one.
    pub(super) fn look_up(&mut self, key: &str, merge: Option<&Merge>) -> LookupResult {
        if key == LOOKUP_OPTIONS || key.strip_prefix(LOOKUP_OPTIONS).is_some_and(|rest| rest.starts_with('.')) {
            self.explain(|explainer| explainer.add(Branch::InvalidKey(LOOKUP_OPTIONS.into())));
            return Ok(None);
        }
        let key = Key::read(key)?;
        let outer = (self.key.clone(), self.module.clone());
        self.module = key.module();
        self.key.clone_from(&key.text);
        // Values may refer to each other exponentially often.
        self.compilation.budget.spend(STEPS_PER_LOOKUP)?;
        self.compilation.budget.enter()?;
        let found = self.find(&key, merge);
        self.compilation.budget.leave();
        (self.key, self.module) = outer;
        found
    }

    fn find(&mut self, key: &Key, merge: Option<&Merge>) -> LookupResult {
        if self.explainer.as_ref().is_some_and(|explainer| explainer.only_options) {
            self.in_layers(&Key::options(), &by_hash())?;
            return Ok(Some(Value::Undef));
        }
        let options = self.options_of(key)?;
        let option = |name: &str| options.as_ref().and_then(|options| options.get_str(name)).cloned();
        let merge = match (merge, option("merge")) {
            (Some(given), _) => given.clone(),
            (None, None | Some(Value::Undef)) => Merge::default(),
            (None, Some(declared)) => {
                self.explain(|explainer| explainer.add(Branch::MergeSource(LOOKUP_OPTIONS.into())));
                Merge::read(&declared)?.unwrap_or_default()
            }
        };
        let found = self.explained(
            || Branch::Top(key.text.clone()),
            |search| match search.in_layers(key, &merge)? {
                Some(value) => Ok(Some(value)),
                None if search.global_only => Ok(None),
                None => match search.in_default_hierarchy(key)? {
                    Some(value) => search.dig(&key.text, &key.steps, value),
                    None => Ok(None),
                },
            },
        )?;
        match (found, option("convert_to")) {
            (Some(value), Some(wanted)) if !wanted.is_undef() => self.converted(key, value, &wanted).map(Some),
            (found, _) => Ok(found),
        }
    }

    /// The value in the layers, and of the steps into it.
    fn in_layers(&mut self, key: &Key, merge: &Merge) -> LookupResult {
        let found = if self.global_only {
            self.in_layer(&Layer::Global, key, merge)?
        } else {
            let mut layers = vec![Layer::Global, Layer::Environment];
            // Without a module the third layer is still asked, and has nothing: it counts as a variant of a merge.
            layers.push(Layer::Module(self.module.clone().unwrap_or_default()));
            self.merged(merge, &layers, |search, layer| search.in_layer(layer, key, merge))?
        };
        match found {
            Some(value) => self.dig(&key.text, &key.steps, value),
            None => Ok(None),
        }
    }

    /// Takes steps into a value.
    pub(super) fn dig(&mut self, key: &str, steps: &[Value], value: Value) -> LookupResult {
        if steps.is_empty() {
            return Ok(Some(value));
        }
        self.explained(
            || Branch::SubKey(steps.to_vec()),
            |search| {
                let mut value = value;
                for step in steps {
                    let next = search.explained(|| Branch::Segment, |search| search.step(key, step, &value))?;
                    let Some(next) = next else { return Ok(None) };
                    value = next;
                }
                Ok(Some(value))
            },
        )
    }

    fn step(&mut self, key: &str, step: &Value, value: &Value) -> LookupResult {
        let found = match (value, step) {
            (Value::Undef, _) => None,
            (Value::Array(items), Value::Integer(index)) => {
                usize::try_from(*index).ok().and_then(|index| items.get(index)).cloned()
            }
            (Value::Hash(entries), step) => entries.get(step).cloned(),
            (other, step) => {
                let class = text::class_name(other);
                return Err(LookupError::new(format!(
                    "Data Provider type mismatch: Got {class} when a hash-like object was expected to access value \
                     using '{step}' from key '{key}'"
                )));
            }
        };
        let name = step.to_string();
        self.explain(|explainer| explainer.event(Event::of(&name, found.as_ref())));
        Ok(found)
    }

    /// Applies `convert_to`.
    fn converted(&mut self, key: &Key, value: Value, wanted: &Value) -> Result<Value, LookupError> {
        let key = &key.text;
        let (kind, arguments) = match wanted {
            Value::Array(items) => (items.first().cloned().unwrap_or_default(), items.get(1..).unwrap_or_default()),
            one => (one.clone(), &[][..]),
        };
        let kind = match &kind {
            Value::String(source) => match self.compilation.model_type(source)? {
                Some(model) => Value::from(Type::Object(Some(model.object.clone()))),
                None => match parse_type_with(source, &self.compilation.loader.types) {
                    Ok(read) => Value::from(read),
                    Err(problem) => {
                        return Err(LookupError::new(format!(
                            "Invalid data type in lookup_options for key '{key}' could not parse '{source}', error: '{}",
                            problem.message
                        )));
                    }
                },
            },
            other => other.clone(),
        };
        let mut all = vec![kind.clone(), value];
        all.extend(arguments.iter().cloned());
        match self.call("new", &all) {
            Ok(made) => {
                self.compilation.log.scrubber().learn(&made);
                self.text(|| {
                    let shown: Vec<String> = [kind].iter().chain(arguments).map(Value::to_string).collect();
                    format!("Applying convert_to lookup_option with arguments [{}]", shown.join(", "))
                });
                Ok(made)
            }
            Err(Interrupt::Failure(failure)) => Err(LookupError::new(format!(
                "The convert_to lookup_option for key '{key}' raised error: {}",
                failure.message
            ))),
            Err(jump) => Err(jump.into()),
        }
    }

    /// Calls a function in the frame of the lookup.
    pub(super) fn call(&mut self, name: &str, arguments: &[Value]) -> crate::error::Outcome {
        let Some(callable) = self.compilation.callable(self.frame, name)? else {
            return Err(Interrupt::unplaced(format!("Unknown function: '{name}'.")));
        };
        let location = Location { source: Arc::clone(&self.frame.source), span: Span::default() };
        self.compilation.invoke(&callable, self.frame, &location, name, arguments, None)
    }

    /// Does something for a name; fails if that is already in progress.
    pub(super) fn guard_recursion<T>(
        &mut self,
        name: &str,
        work: impl FnOnce(&mut Self) -> Result<T, LookupError>,
    ) -> Result<T, LookupError> {
        {
            let mut memory = self.hiera.memory();
            if memory.names.iter().any(|known| known == name) {
                let names: Vec<&str> = memory.names.iter().map(EcoString::as_str).collect();
                return Err(LookupError::new(format!("Recursive lookup detected in [{}]", names.join(", "))));
            }
            memory.names.push(name.into());
        }
        let result = work(self);
        self.hiera.memory().names.pop();
        result
    }

    /// Records some work as a step of the explanation.
    pub(super) fn explained<T>(&mut self, branch: impl FnOnce() -> Branch, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(explainer) = &mut self.explainer else { return work(self) };
        explainer.begin(branch());
        let result = work(self);
        self.explain(Explainer::end);
        result
    }

    pub(super) fn explain(&mut self, record: impl FnOnce(&mut Explainer)) {
        if let Some(explainer) = &mut self.explainer {
            record(explainer);
        }
    }

    pub(super) fn text(&mut self, text: impl FnOnce() -> String) {
        if let Some(explainer) = &mut self.explainer {
            explainer.text(text());
        }
    }
}
