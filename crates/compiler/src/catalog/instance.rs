//! The code of classes, defines and nodes: its scope, its parameters, its body.

use std::sync::Arc;

use ecow::{EcoString, eco_format};
use pcore::{Value, keyed};
use syntax::ast::{self, Block};

use super::{
    kinds::KindForm,
    parameters::Parameter,
    reference::Reference,
    signature::Signature,
    store::{Code, ResourceId},
    tags::lowercase,
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::{Layer, ScopeId, ScopeKind, Scopes},
};

/// What classes, defines and nodes have in common.
#[derive(Clone, Copy)]
pub(crate) struct Definition<'d> {
    kind: ScopeKind,
    pub name: &'d EcoString,
    pub parameters: &'d [ast::Parameter],
    pub body: &'d Block,
    pub location: &'d ast::DefinitionLocation,
}

impl<'d> Definition<'d> {
    pub fn class(class: &'d ast::ClassDefinition) -> Definition<'d> {
        let ast::ClassDefinition { name, parameters, body, location, .. } = class;
        Definition { kind: ScopeKind::Class, name, parameters, body, location }
    }

    pub fn define(define: &'d ast::DefineDefinition) -> Definition<'d> {
        let ast::DefineDefinition { name, parameters, body, location, .. } = define;
        Definition { kind: ScopeKind::Define, name, parameters, body, location }
    }
}

impl Compilation<'_> {
    /// Evaluates the code of a resource, once.
    pub(crate) fn evaluate_code(&mut self, id: ResourceId) -> Outcome<()> {
        let resource = self.resources.get_mut(id);
        if resource.evaluated {
            return Ok(());
        }
        resource.evaluated = true;
        self.budget.enter()?;
        self.resources.inherit_tags(id);
        let code = self.resources.get(id).code.clone();
        let result = match &code {
            Code::None | Code::Own => Ok(()),
            Code::Define => self.evaluate_define(id),
            Code::Class { definition, .. } => self.evaluate_class(id, definition),
            Code::Node { definition, captures } => self.evaluate_node(id, definition, captures),
        };
        self.budget.leave();
        result
    }

    fn evaluate_define(&mut self, id: ResourceId) -> Outcome<()> {
        let kind = self.resources.get(id).kind.clone();
        let KindForm::Define(define) = &kind.form else { return Ok(()) };
        self.run(id, Definition::define(define), self.resources.get(id).scope, None, &[])
    }

    fn evaluate_class(&mut self, id: ResourceId, class: &Arc<ast::ClassDefinition>) -> Outcome<()> {
        let parent = match &class.parent {
            None => None,
            Some(parent) => {
                let name = super::classes::class_name(parent);
                if let Some(parent) = self.resources.find_class(&name) {
                    self.evaluate_code(parent)?;
                }
                self.scopes.class(&name)
            }
        };
        self.run(id, Definition::class(class), self.resources.get(id).scope, parent, &[])
    }

    fn evaluate_node(&mut self, id: ResourceId, node: &ast::NodeDefinition, captures: &[Value]) -> Outcome<()> {
        let name = self.resources.get(id).title.clone();
        let ast::NodeDefinition { body, location, .. } = node;
        let definition = Definition { kind: ScopeKind::Node, name: &name, parameters: &[], body, location };
        self.run(id, definition, Scopes::TOP, None, captures)
    }

    fn run(
        &mut self,
        id: ResourceId,
        definition: Definition<'_>,
        declared_in: ScopeId,
        inherited: Option<ScopeId>,
        captures: &[Value],
    ) -> Outcome<()> {
        let signature = self.instance_signature(definition)?;
        let caller = inherited.unwrap_or(declared_in);
        let parent = inherited.unwrap_or_else(|| self.enclosing(declared_in));
        let scope = self.scopes.add(definition.kind, Some(parent), Some(caller));
        let module = self.loader.module_of(&definition.location.source.name);
        let caller_module = self.scopes.get(caller).module.clone();
        let own = self.scopes.get_mut(scope);
        (own.container, own.module) = (Some(id), module.clone());
        if definition.kind != ScopeKind::Define {
            self.resources.add_class(definition.name.clone());
        }
        self.set_names(id, scope, definition, module.clone(), caller_module);
        match definition.kind {
            ScopeKind::Node => self.scopes.node = Some(scope),
            ScopeKind::Class => self.scopes.set_class(definition.name.clone(), scope),
            ScopeKind::Define | ScopeKind::Function | ScopeKind::Top => {}
        }
        let frame = Frame { scope, source: definition.location.source.clone(), module };
        self.bind_parameters(id, &frame, definition, &signature)?;
        if definition.kind == ScopeKind::Class {
            self.add_to_stage(id)?;
        }
        if definition.kind == ScopeKind::Define {
            self.check_invariants(&frame, definition)?;
        }
        if !captures.is_empty() {
            self.scopes.push(scope, Layer::Captures(captures.to_vec()));
        }
        let evaluated = self.evaluate_block(&frame, definition.body);
        if definition.kind == ScopeKind::Define {
            // The variables of an evaluated define are not accessible.
            self.scopes.get_mut(scope).variables = keyed::HashMap::default();
        }
        match evaluated {
            Ok(_) | Err(Interrupt::Return(_) | Interrupt::Next(_)) => Ok(()),
            Err(interrupt) => Err(interrupt.misplaced()),
        }
    }

    /// Sets what every class and define knows of itself.
    fn set_names(
        &mut self,
        id: ResourceId,
        scope: ScopeId,
        definition: Definition<'_>,
        module: Option<EcoString>,
        caller_module: Option<EcoString>,
    ) {
        let resource = self.resources.get(id);
        let (mut title, mut name) = (resource.title.clone(), resource.name());
        if definition.kind == ScopeKind::Class {
            (title, name) = (lowercase(&title), lowercase(&name));
        }
        let number = self.resources.numbers.get(&id).cloned();
        let variables = &mut self.scopes.get_mut(scope).variables;
        // The main manifest is a module without a name.
        variables.insert("module_name".into(), Value::String(module.unwrap_or_default()));
        variables.insert("caller_module_name".into(), Value::String(caller_module.unwrap_or_default()));
        variables.insert("title".into(), number.clone().unwrap_or(Value::String(title)));
        variables.insert("name".into(), number.unwrap_or(Value::String(name)));
    }

    /// Finds the values of the parameters: given, from data, or by default; checks them; makes them variables.
    fn bind_parameters(
        &mut self,
        id: ResourceId,
        frame: &Frame,
        definition: Definition<'_>,
        signature: &Signature,
    ) -> Outcome<()> {
        if definition.parameters.is_empty() && self.resources.get(id).parameters.is_empty() {
            return Ok(());
        }
        if definition.kind == ScopeKind::Class {
            self.look_up_parameters(id, frame, definition)?;
        }
        let others = self.other_parameters(id, signature);
        self.scopes.get_mut(frame.scope).variables.extend(others.iter().cloned());
        let subject = self.resources.get(id).reference();
        let given = self.given(id, definition);
        let missing: Vec<bool> = given.iter().map(Option::is_none).collect();
        let bound = self.fill_in(frame, &subject, definition.parameters, given, |_, value| value)?;
        let bound: Vec<Option<(EcoString, Value)>> =
            bound.into_iter().map(|(name, value)| Some((name, value?))).collect();
        for (was_missing, bound) in missing.into_iter().zip(&bound) {
            if let Some((name, value)) = bound
                && was_missing
            {
                self.set_own(id, name, value.clone())?;
            }
        }
        self.check_deferred(bound.iter().flatten().map(|(_, value)| value))?;
        let known = bound.iter().flatten().chain(&others).map(|(name, value)| (name, value));
        signature
            .check(&subject, known)
            .map_err(|failure| self.explain_parameters(failure, id, signature, definition))?;
        self.scopes.get_mut(frame.scope).variables.extend(bound.into_iter().flatten());
        self.resources.get_mut(id).changed = false;
        Ok(())
    }

    /// The parameters of the resource, in the order of the definition. `undef` counts only without a default.
    fn given(&self, id: ResourceId, definition: Definition<'_>) -> Vec<Option<Value>> {
        let resource = self.resources.get(id);
        let own = definition.parameters.iter().map(|parameter| {
            let given = resource.parameters.get(&parameter.name)?;
            (parameter.default.is_none() || !given.value.is_undef()).then(|| given.value.clone())
        });
        own.collect()
    }

    /// Metaparameters, which are variables too, and unknown parameters.
    fn other_parameters(&self, id: ResourceId, signature: &Signature) -> Vec<(EcoString, Value)> {
        let given = self.resources.get(id).parameters.iter();
        let others =
            given.filter(|(name, _)| !matches!(name.as_str(), "name" | "title") && signature.index_of(name).is_none());
        others.map(|(name, parameter)| (name.clone(), parameter.value.clone())).collect()
    }

    fn look_up_parameters(&mut self, id: ResourceId, frame: &Frame, definition: Definition<'_>) -> Outcome<()> {
        for parameter in definition.parameters {
            if self.resources.get(id).parameters.value(&parameter.name).is_some() {
                continue;
            }
            let key = eco_format!("{}::{}", definition.name, parameter.name);
            match self.find_parameter(frame, &key)? {
                None => {}
                Some(Value::Undef) if parameter.default.is_some() => {}
                Some(value) => self.set_own(id, &parameter.name, value)?,
            }
        }
        Ok(())
    }

    /// Sets a parameter as the author of the resource.
    pub(crate) fn set_own(&mut self, id: ResourceId, name: &EcoString, value: Value) -> Outcome<()> {
        let resource = self.resources.get(id);
        let (author, location) = (resource.author, resource.location);
        let parameter = Parameter { value, author, location: None, adds: false };
        let set = self.resources.set_parameter(id, name.clone(), parameter);
        set.map_err(|word| self.invalid_tag(&word, location))
    }

    /// Puts a class into its stage: that which it names, or that of the class that declares it.
    fn add_to_stage(&mut self, id: ResourceId) -> Outcome<()> {
        let resource = self.resources.get(id);
        let own = resource.parameters.value("stage").cloned();
        let of_container = || {
            let container = self.resources.get(resource.container?);
            container.parameters.value("stage").cloned()
        };
        let named = own.clone().or_else(of_container).unwrap_or_else(|| "main".into());
        let title = named.to_string();
        let Some(stage) = self.find_resource(&Reference::new("stage", &title))? else {
            let wanted = own.map_or_else(|| "main".to_owned(), |own| own.to_string());
            let reference = self.resources.get(id).reference();
            return Err(Interrupt::unplaced(format!("Could not find stage {wanted} specified by {reference}")));
        };
        if own.is_none() && title != "main" {
            self.set_own(id, &"stage".into(), named)?;
        }
        self.resources.get_mut(id).holder = Some(stage);
        Ok(())
    }

    /// The node or top scope from which a scope was declared, if by detours.
    fn enclosing(&self, scope: ScopeId) -> ScopeId {
        let mut id = scope;
        loop {
            let scope = self.scopes.get(id);
            match (scope.kind, scope.caller.or(scope.parent)) {
                (ScopeKind::Top | ScopeKind::Node, _) | (_, None) => return id,
                (ScopeKind::Class | ScopeKind::Define | ScopeKind::Function, Some(next)) => id = next,
            }
        }
    }
}
