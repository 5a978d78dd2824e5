//! Scopes: where variables live.
//!
//! All scopes of a compilation are kept, because `$a::b` reaches into that of the class `a`. A scope has layers on top
//! of its own variables: the locals of a lambda, and what the last match of a regular expression found.

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::Value;
use pcore::keyed::{HashMap, RandomState};

use crate::catalog::{Parameters, ResourceId};

/// A scope of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScopeId(u32);

/// What a scope belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// The one that all others can see.
    Top,
    /// A `node` block.
    Node,
    /// A class.
    Class,
    /// An instance of a define.
    Define,
    /// A call of a function of the language, or a template: sees its own locals and the top scope.
    Function,
}

/// A scope.
#[derive(Debug)]
pub(crate) struct Scope {
    pub kind: ScopeKind,
    /// Where a variable is looked for when it is not here: the parent class, the node, the top scope.
    pub parent: Option<ScopeId>,
    /// The scope that this one was declared from: resource defaults come from there, too.
    pub caller: Option<ScopeId>,
    /// What contains the resources that are declared here.
    pub container: Option<ResourceId>,
    /// The module that the code is from.
    pub module: Option<EcoString>,
    pub variables: HashMap<EcoString, Value>,
    pub layers: Vec<Layer>,
    /// Resource defaults by the type's name in lower case; owned by `catalog::defaults`.
    pub defaults: HashMap<EcoString, Parameters>,
}

/// What lies on top of the variables of a scope for a while.
#[derive(Debug)]
pub(crate) enum Layer {
    /// The parameters and variables of a lambda.
    Locals(Vec<(EcoString, Value)>),
    /// `$0`, `$1` … of a match.
    Captures(Vec<Value>),
    /// Parameters whose values are being found: those without one may not be asked for yet.
    Parameters(Vec<(EcoString, Option<Value>)>),
}

/// How many layers a scope has, to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level(usize);

/// The variable is set already.
#[derive(Debug)]
pub(crate) struct AlreadySet;

#[derive(Debug)]
pub(crate) struct Scopes {
    all: Vec<Scope>,
    /// The scopes of the classes that were evaluated, by name.
    classes: HashMap<EcoString, ScopeId>,
    /// The scope of the `node` block, once there is one.
    pub node: Option<ScopeId>,
    /// The parameter whose value was asked for before it was known.
    pub refused: Option<EcoString>,
}

impl Scopes {
    /// The scope that all others can see.
    pub const TOP: ScopeId = ScopeId(0);

    pub fn new() -> Scopes {
        let mut scopes = Scopes { all: Vec::new(), classes: HashMap::default(), node: None, refused: None };
        scopes.add(ScopeKind::Top, None, None);
        scopes
    }

    pub fn add(&mut self, kind: ScopeKind, parent: Option<ScopeId>, caller: Option<ScopeId>) -> ScopeId {
        let id = ScopeId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Scope {
            kind,
            parent,
            caller,
            container: None,
            module: None,
            variables: HashMap::default(),
            layers: Vec::new(),
            defaults: HashMap::default(),
        });
        id
    }

    /// Forgets the scope of a function that has returned. If classes that it declared
    /// have added scopes after it, only its contents are dropped.
    pub fn remove_last(&mut self, id: ScopeId) {
        if id.0 as usize + 1 == self.all.len() {
            self.all.pop();
        } else {
            let scope = self.get_mut(id);
            scope.variables = HashMap::default();
            scope.layers = Vec::new();
        }
    }

    /// The node's scope if there is one, else the top scope.
    pub fn global(&self) -> ScopeId {
        self.node.unwrap_or(Scopes::TOP)
    }

    /// Says that a class was evaluated in a scope.
    pub fn set_class(&mut self, name: EcoString, scope: ScopeId) {
        self.classes.insert(name, scope);
    }

    /// The scope of a class that was evaluated; the name without leading colons, in lower case.
    pub fn class(&self, name: &str) -> Option<ScopeId> {
        self.classes.get(name).copied()
    }

    /// Looks up a variable without a namespace: in the layers, the scope, and those that it sees.
    pub fn find(&self, scope: ScopeId, name: &str) -> Option<&Value> {
        match self.look_up(scope, name)? {
            Local::Known(value) => Some(value),
            Local::Pending(_) => None,
        }
    }

    /// The parameter of that name, if it has no value yet.
    pub fn pending(&self, scope: ScopeId, name: &str) -> Option<EcoString> {
        match self.look_up(scope, name)? {
            Local::Known(_) => None,
            Local::Pending(name) => Some(name.clone()),
        }
    }

    fn look_up(&self, scope: ScopeId, name: &str) -> Option<Local<'_>> {
        self.visible(scope).find_map(|(scope, layers)| {
            let local = if layers { scope.local(name) } else { None };
            local.or_else(|| scope.variables.get(name).map(Local::Known))
        })
    }

    /// The scopes that one sees, from the inside out, each with whether its layers count: a function does not see the
    /// lambdas from which it was called.
    fn visible(&self, scope: ScopeId) -> impl Iterator<Item = (&Scope, bool)> {
        let mut next = Some((scope, true));
        std::iter::from_fn(move || {
            let (id, layers) = next?;
            let scope = self.get(id);
            next = scope.parent.map(|parent| (parent, layers && scope.kind != ScopeKind::Function));
            Some((scope, layers))
        })
    }

    /// Replaces the value of a variable without a namespace, in whichever scope it is; for templates.
    pub fn replace(&mut self, scope: ScopeId, name: &str, value: Value) {
        let mut next = Some((scope, true));
        while let Some((id, layers)) = next {
            let scope = self.get_mut(id);
            let locals = scope.layers.iter_mut().rev().filter(|_| layers).find_map(|layer| match layer {
                Layer::Locals(locals) => locals.iter_mut().rev().find(|(known, _)| known == name),
                Layer::Parameters(_) | Layer::Captures(_) => None,
            });
            if let Some((_, slot)) = locals {
                *slot = value;
                return;
            }
            if let Some(slot) = scope.variables.get_mut(name) {
                *slot = value;
                return;
            }
            next = scope.parent.map(|parent| (parent, layers && scope.kind != ScopeKind::Function));
        }
    }

    /// All variables that a scope sees and that are not undef, the outermost first.
    pub fn all_variables(&self, scope: ScopeId) -> Vec<(EcoString, Value)> {
        let mut found = IndexMap::<EcoString, Value, RandomState>::default();
        let visible: Vec<_> = self.visible(scope).collect();
        for (scope, layers) in visible.into_iter().rev() {
            let mut own: Vec<_> = scope.variables.iter().collect();
            own.sort_by_key(|(name, _)| *name);
            found.extend(own.into_iter().map(|(name, value)| (name.clone(), value.clone())));
            for layer in scope.layers.iter().filter(|_| layers) {
                match layer {
                    Layer::Locals(locals) => found.extend(locals.iter().cloned()),
                    Layer::Parameters(parameters) => {
                        let known = parameters.iter().filter_map(|(name, value)| Some((name.clone(), value.clone()?)));
                        found.extend(known);
                    }
                    Layer::Captures(_) => {}
                }
            }
        }
        found.into_iter().filter(|(_, value)| !value.is_undef()).collect()
    }

    pub fn names(&self, scope: ScopeId) -> impl Iterator<Item = &str> {
        self.visible(scope).flat_map(|(scope, layers)| {
            let layers = if layers { scope.layers.as_slice() } else { &[] };
            let locals = layers.iter().flat_map(|layer| -> Vec<&str> {
                match layer {
                    Layer::Locals(locals) => locals.iter().map(|(name, _)| name.as_str()).collect(),
                    Layer::Parameters(parameters) => parameters.iter().map(|(name, _)| name.as_str()).collect(),
                    Layer::Captures(_) => Vec::new(),
                }
            });
            locals.chain(scope.variables.keys().map(EcoString::as_str))
        })
    }

    /// The names of the classes that were evaluated.
    pub fn class_names(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(EcoString::as_str)
    }

    /// Looks up a variable of a class, or of the top scope when the namespace is empty.
    pub fn find_qualified(&self, namespace: &str, name: &str) -> Option<&Value> {
        if namespace.is_empty() {
            return self.get(Scopes::TOP).variables.get(name);
        }
        self.find_in_class(self.class(namespace)?, name)
    }

    /// Looks up a variable in the scope of a class and those of the classes that it inherits from.
    pub fn find_in_class(&self, scope: ScopeId, name: &str) -> Option<&Value> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.get(id);
            if let Some(found) = scope.variables.get(name) {
                return Some(found);
            }
            next = scope.parent.filter(|parent| self.get(*parent).kind == ScopeKind::Class);
        }
        None
    }

    /// `$0`, `$1` … as the last match that is still in force left them.
    pub fn capture(&self, scope: ScopeId, number: usize) -> Option<&Value> {
        let captures = self.visible(scope).filter(|(_, layers)| *layers).find_map(|(scope, _)| {
            scope.layers.iter().rev().find_map(|layer| match layer {
                Layer::Captures(captures) => Some(captures),
                Layer::Locals(_) | Layer::Parameters(_) => None,
            })
        });
        captures?.get(number)
    }

    /// Whether an assignment here would find the variable set already.
    pub fn is_set_here(&self, scope: ScopeId, name: &str) -> bool {
        let scope = self.get(scope);
        let locals = scope.layers.iter().rev().find_map(|layer| match layer {
            Layer::Locals(locals) => Some(locals.iter().any(|(known, _)| known == name)),
            Layer::Parameters(parameters) => Some(parameters.iter().any(|(known, _)| known == name)),
            Layer::Captures(_) => None,
        });
        locals.unwrap_or_else(|| scope.variables.contains_key(name))
    }

    /// Sets a variable in the topmost locals, or else in the scope. Nothing can be set while parameters are being found.
    pub fn set(&mut self, scope: ScopeId, name: EcoString, value: Value) -> Result<(), AlreadySet> {
        let scope = self.get_mut(scope);
        let locals = scope.layers.iter_mut().rev().find(|layer| !matches!(layer, Layer::Captures(_)));
        match locals {
            Some(Layer::Locals(locals)) => {
                if locals.iter().any(|(known, _)| *known == name) {
                    return Err(AlreadySet);
                }
                locals.push((name, value));
            }
            Some(Layer::Parameters(_) | Layer::Captures(_)) => return Err(AlreadySet),
            None if scope.variables.contains_key(&name) => return Err(AlreadySet),
            None => {
                scope.variables.insert(name, value);
            }
        }
        Ok(())
    }

    /// Gives a parameter of the topmost layer its value.
    pub fn set_parameter(&mut self, scope: ScopeId, index: usize, value: Value) {
        let layer = self.get_mut(scope).layers.iter_mut().rev().find(|layer| matches!(layer, Layer::Parameters(_)));
        if let Some(Layer::Parameters(parameters)) = layer
            && let Some((_, slot)) = parameters.get_mut(index)
        {
            *slot = Some(value);
        }
    }

    /// Takes the topmost layer of parameters off, with all that came since.
    pub fn take_parameters(&mut self, scope: ScopeId, level: Level) -> Vec<(EcoString, Option<Value>)> {
        let layers = &mut self.get_mut(scope).layers;
        layers.truncate(level.0 + 1);
        match layers.pop() {
            Some(Layer::Parameters(parameters)) => parameters,
            Some(Layer::Locals(_) | Layer::Captures(_)) | None => Vec::new(),
        }
    }

    /// How many layers there are now.
    pub fn level(&self, scope: ScopeId) -> Level {
        Level(self.get(scope).layers.len())
    }

    /// Puts a layer on top.
    pub fn push(&mut self, scope: ScopeId, layer: Layer) {
        self.get_mut(scope).layers.push(layer);
    }

    /// Takes all layers off that came since.
    pub fn restore(&mut self, scope: ScopeId, level: Level) {
        self.get_mut(scope).layers.truncate(level.0);
    }

    pub fn get(&self, id: ScopeId) -> &Scope {
        &self.all[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.all[id.0 as usize]
    }
}

/// A variable of a layer.
enum Local<'a> {
    Known(&'a Value),
    /// A parameter that has no value yet.
    Pending(&'a EcoString),
}

impl Scope {
    /// A variable of a lambda around the current expression.
    fn local(&self, name: &str) -> Option<Local<'_>> {
        self.layers.iter().rev().find_map(|layer| match layer {
            Layer::Locals(locals) => {
                locals.iter().rev().find(|(known, _)| known == name).map(|(_, value)| Local::Known(value))
            }
            Layer::Parameters(parameters) => {
                parameters.iter().find(|(known, _)| known == name).map(|(known, value)| match value {
                    Some(value) => Local::Known(value),
                    None => Local::Pending(known),
                })
            }
            Layer::Captures(_) => None,
        })
    }
}
