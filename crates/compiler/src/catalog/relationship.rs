//! `a -> b`: relationships. They are remembered, and made when all resources are known.

use ecow::EcoString;
use pcore::{Type, Value, parse_type_with};
use resource_api::log::capitalized;
use rustc_hash::FxHashSet;
use syntax::ast::{Expression, Kind, RelationshipOperator};

use super::{
    collect::CollectorId,
    locations::CompactLocation,
    parameters::Parameter,
    reference::{self, Reference},
    store::{ResourceId, Resources},
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::{flattened, value_label, with_location},
    frame::Frame,
};

/// One side of a relationship.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operand {
    Resource(Reference),
    Collector(CollectorId),
}

/// What comes before what.
#[derive(Debug)]
pub(crate) struct Relationship {
    source: Operand,
    target: Operand,
    /// `before` or `notify`.
    parameter: &'static str,
    /// The location of the arrow.
    location: CompactLocation,
}

impl Compilation<'_> {
    pub(crate) fn evaluate_relationship(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        operator: RelationshipOperator,
        left: &Expression,
        right: &Expression,
    ) -> Outcome {
        // A chain is nested to the left, as deep as it is long.
        let mut steps = vec![(expression, operator, right)];
        let mut first = left;
        while let Kind::Relationship(operator, sides) = &first.kind {
            steps.push((first, *operator, &sides.1));
            first = &sides.0;
        }
        let innermost = steps.last().map_or(expression, |step| step.0);
        let current = self.operands(frame, first, innermost);
        let mut current = current.map_err(|failure| with_location(frame, innermost, failure))?;
        while let Some((step, operator, right)) = steps.pop() {
            let related = self.operands(frame, right, step);
            let related = related.map_err(|failure| with_location(frame, step, failure))?;
            let location = self.resources.locations.within(&frame.source, step.anchor);
            current = self.relate(operator, location, current, related);
        }
        Ok(current.iter().filter_map(value_of).collect())
    }

    /// Remembers what a step relates; returns what the next step begins with.
    fn relate(
        &mut self,
        operator: RelationshipOperator,
        location: CompactLocation,
        left: Vec<Operand>,
        right: Vec<Operand>,
    ) -> Vec<Operand> {
        let (parameter, sources, targets) = match operator {
            RelationshipOperator::Before => ("before", &left, &right),
            RelationshipOperator::Require => ("before", &right, &left),
            RelationshipOperator::Notify => ("notify", &left, &right),
            RelationshipOperator::Subscribe => ("notify", &right, &left),
        };
        for source in sources {
            for target in targets {
                let (source, target) = (source.clone(), target.clone());
                self.resources.relationships.push(Relationship { source, target, parameter, location });
            }
        }
        if right.is_empty() {
            return left;
        }
        if let [Operand::Collector(collector)] = &right[..] {
            self.resources.alternatives.insert(*collector, left);
        }
        right
    }

    /// The resources of an operand, and collectors that have yet to find theirs.
    fn operands(&mut self, frame: &Frame, operand: &Expression, step: &Expression) -> Outcome<Vec<Operand>> {
        let mut found = Vec::new();
        let mut rest = vec![operand];
        while let Some(expression) = rest.pop() {
            match &expression.kind {
                Kind::Parenthesized(inner) => rest.push(inner),
                Kind::Array(items) => rest.extend(items.iter().rev()),
                Kind::Collector(collector) => {
                    let added = self.add_collector(frame, expression, collector);
                    let added = added.map_err(|failure| with_location(frame, expression, failure));
                    found.push(Operand::Collector(added?));
                }
                _ => {
                    let value = self.evaluate(frame, expression)?;
                    for value in flattened([&value]) {
                        found.push(Operand::Resource(self.related(frame, step, value)?));
                    }
                }
            }
        }
        let mut seen = FxHashSet::default();
        found.retain(|operand| seen.insert(operand.clone()));
        Ok(found)
    }

    fn related(&mut self, frame: &Frame, step: &Expression, value: &Value) -> Outcome<Reference> {
        let named = match value {
            Value::String(text) => {
                let names = &self.loader.types;
                match parse_type_with(text, names) {
                    Ok(Type::Reference(written)) => {
                        return reference_in(&written).ok_or_else(|| not_a_type(text));
                    }
                    Ok(named) => named,
                    Err(_) => return Err(not_a_type(text)),
                }
            }
            Value::Type(named) => named.as_ref().clone(),
            other => {
                let label = value_label::with_article(other);
                return Err(frame.failure(
                    step,
                    format!(
                        "Illegal relationship operand, can not form a relationship with {label}. A Catalog type is required."
                    ),
                ));
            }
        };
        if let Some(reference) = Reference::of_type(&named) {
            return Ok(reference);
        }
        if let Type::Resource(resource) = &named
            && let Some(type_name) = &resource.type_name
        {
            let shown = capitalized(type_name);
            let message = format!("No title provided and \"{shown}[]\" is not a valid resource reference");
            return Err(Interrupt::verbatim(message));
        }
        Err(frame.failure(step, format!(
            "Illegal relationship operand, can not form a relationship with something of type {named}. A Catalog type is required."
        )))
    }

    pub(super) fn make_relationships(&mut self) -> Outcome<()> {
        for relationship in std::mem::take(&mut self.resources.relationships) {
            let sources = self.resources.sources(&relationship.source);
            let targets = self.resources.ends(&relationship.target);
            self.make_relationship(&relationship, &sources, &targets)?;
        }
        Ok(())
    }

    /// A collector may have found very many resources on either side, so each is looked up and put into words once.
    fn make_relationship(&mut self, relationship: &Relationship, sources: &[End], targets: &[End]) -> Outcome<()> {
        let Some(first) = targets.first() else { return Ok(()) };
        let mut texts: Vec<EcoString> = Vec::new();
        for source in sources {
            let Some(id) = self.id_of(source)? else {
                let (from, to) = (self.text_of(source), self.text_of(first));
                let failure =
                    Interrupt::verbatim(format!("Could not find resource '{from}' for relationship on '{to}'"));
                return Err(self.unrelated(failure, source, relationship.location));
            };
            if texts.is_empty() {
                texts.reserve(targets.len());
                for target in targets {
                    texts.push(self.text_of(target));
                    if self.id_of(target)?.is_none() {
                        let (from, to) = (self.text_of(source), self.text_of(target));
                        let failure = format!("Could not find resource '{to}' for relationship from '{from}'");
                        return Err(self.unrelated(Interrupt::verbatim(failure), target, relationship.location));
                    }
                }
            }
            for text in &texts {
                self.resources.append(id, relationship.parameter, Value::String(text.clone()));
            }
        }
        Ok(())
    }

    /// Shows the arrow of a relationship with what is not there, and what may be meant.
    fn unrelated(&mut self, failure: Interrupt, end: &End, location: CompactLocation) -> Interrupt {
        let failure = failure.focus(self.resources.locations.operator(location));
        match end {
            End::Named(wanted) => self.unknown_resource(failure, wanted),
            End::Found(_) => failure,
        }
    }

    fn text_of(&self, end: &End) -> EcoString {
        match end {
            End::Named(reference) => reference.text().into(),
            End::Found(id) => self.resources.get(*id).reference(),
        }
    }

    fn id_of(&mut self, end: &End) -> Outcome<Option<ResourceId>> {
        match end {
            End::Named(reference) => self.find_resource(reference),
            End::Found(id) => Ok(Some(*id)),
        }
    }
}

/// One end of a relationship, when collectors have found theirs.
enum End {
    Named(Reference),
    Found(ResourceId),
}

impl Resources {
    /// The resources on the left. An empty collector passes on its own left side.
    fn sources(&self, operand: &Operand) -> Vec<End> {
        let mut operand = operand;
        loop {
            match operand {
                Operand::Resource(reference) => return vec![End::Named(reference.clone())],
                Operand::Collector(collector) => {
                    let found = self.collected(*collector);
                    if !found.is_empty() {
                        return found;
                    }
                    match self.alternatives.get(collector).map(Vec::as_slice) {
                        None => return Vec::new(),
                        // Collectors are added from left to right, so this comes to an end.
                        Some([left @ Operand::Collector(earlier)]) if earlier < collector => operand = left,
                        Some(several) => return several.iter().flat_map(|one| self.ends(one)).collect(),
                    }
                }
            }
        }
    }

    fn ends(&self, operand: &Operand) -> Vec<End> {
        match operand {
            Operand::Resource(reference) => vec![End::Named(reference.clone())],
            Operand::Collector(collector) => self.collected(*collector),
        }
    }

    fn collected(&self, collector: CollectorId) -> Vec<End> {
        let collector = self.collectors.get(collector.0);
        collector.map_or_else(Vec::new, |collector| collector.collected.iter().copied().map(End::Found).collect())
    }

    /// Adds a value to those of a parameter.
    fn append(&mut self, id: ResourceId, name: &'static str, value: Value) {
        let resource = self.get_mut(id);
        if let Some(Parameter { value: Value::Array(items), .. }) = resource.parameters.get_mut(name) {
            items.push(value);
            return;
        }
        let current = resource.parameters.value(name).cloned();
        let author = resource.author;
        let value = current.into_iter().chain([value]).collect();
        resource.parameters.set(name.into(), Parameter { value, author, location: None, adds: false });
    }
}

fn not_a_type(text: &str) -> Interrupt {
    Interrupt::unplaced(format!("The expression <{text}> is not a valid type specification."))
}

/// A reference to a define: `Apache::Vhost['x']`.
fn reference_in(written: &str) -> Option<Reference> {
    let (type_name, title) = catalog::split_reference(written)?;
    let quoted = |quote: char| title.strip_prefix(quote)?.strip_suffix(quote);
    let title = quoted('\'').or_else(|| quoted('"')).unwrap_or(title);
    Some(Reference::new(type_name, title))
}

/// An operand as a value; a collector is none.
fn value_of(operand: &Operand) -> Option<Value> {
    match operand {
        Operand::Resource(reference) => {
            Some(reference::value(capitalized(&reference.type_name).into(), reference.title.clone()))
        }
        Operand::Collector(_) => None,
    }
}
