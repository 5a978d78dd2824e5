//! The contents of Python and Lua programs: types with their features and logic, and constants.

use diagnostics::{Location, Problem};
use std::sync::Arc;

use ecow::EcoString;
use model::{Behaviour, Feature, FeatureKind, Invariant, Logic, ModelType};
use rustc_hash::FxHashSet;

use crate::{
    constants::Constants,
    lower::{self, ASSIGNED, Names, Translator},
    style::Style,
    tree::{Code, Function},
    types::TypeConstant,
};

pub(crate) struct Program {
    pub types: Vec<ProgramType>,
    pub constants: Constants,
}

/// A type of a program; parents come before their subtypes.
pub(crate) struct ProgramType {
    pub model: Arc<ModelType>,
    /// Its own features.
    pub features: Vec<ProgramFeature>,
    /// Its own invariants.
    pub invariants: Vec<(Arc<Invariant>, ProgramLogic)>,
}

/// A feature with its logic.
pub(crate) struct ProgramFeature {
    pub feature: Arc<Feature>,
    /// The index of its type, if it is an attribute.
    pub data_type: Option<usize>,
    /// The logic, by its setting.
    pub logic: Vec<(&'static str, ProgramLogic)>,
}

pub(crate) struct ProgramLogic {
    pub function: Function,
    pub variables: Vec<EcoString>,
    pub parameter: EcoString,
    /// Its file and line, for comments.
    pub location: String,
}

impl Program {
    pub fn of(models: &[Arc<ModelType>], names: &mut dyn Names) -> Result<Program, Problem> {
        let features = models.iter().flat_map(|model| &model.features).map(|feature| feature.name.clone()).collect();
        let mut translator = Translator { names, constants: Constants::default(), features };
        let mut types = Vec::with_capacity(models.len());
        for model in models {
            types.push(translate(&mut translator, model)?);
        }
        Ok(Program { types, constants: translator.constants })
    }
}

/// The types, their ancestors, and the types that they refer to; parents first.
pub(crate) fn with_needed(requested: &[Arc<ModelType>], names: &mut dyn Names) -> Result<Vec<Arc<ModelType>>, Problem> {
    let mut found: Vec<Arc<ModelType>> = Vec::new();
    let mut known: FxHashSet<EcoString> = FxHashSet::default();
    let mut waiting: std::collections::VecDeque<Arc<ModelType>> = requested.iter().cloned().collect();
    while let Some(model) = waiting.pop_front() {
        let mut line = vec![model];
        while let Some(parent) = line.last().and_then(|model| model.parent.clone()) {
            line.push(parent);
        }
        for model in line.into_iter().rev() {
            if !known.insert(model.name.to_lowercase()) {
                continue;
            }
            for feature in &model.features {
                let FeatureKind::Reference { target, .. } = &feature.kind else { continue };
                match names.model(target)? {
                    Some(target) => waiting.push_back(target),
                    None => {
                        let message = format!("The type '{target}' is not defined");
                        return Err(Problem::at(feature.location.clone(), message));
                    }
                }
            }
            found.push(model);
        }
    }
    Ok(found)
}

fn translate(translator: &mut Translator<'_>, model: &Arc<ModelType>) -> Result<ProgramType, Problem> {
    let mut features = Vec::new();
    for feature in model.features.iter().skip(model.inherited) {
        features.push(translate_feature(translator, model, feature)?);
    }
    let inherited = model.parent.as_ref().map_or(0, |parent| parent.invariants.len());
    let mut invariants = Vec::new();
    for invariant in model.invariants.iter().skip(inherited) {
        invariants.push((invariant.clone(), translate_logic(translator, &invariant.logic, None)?));
    }
    Ok(ProgramType { model: model.clone(), features, invariants })
}

fn translate_feature(
    translator: &mut Translator<'_>,
    model: &ModelType,
    feature: &Arc<Feature>,
) -> Result<ProgramFeature, Problem> {
    let data_type = match &feature.kind {
        FeatureKind::Attribute(data_type) => {
            let number = translator.constants.described(data_type);
            Some(number.map_err(|reason| Problem::at(feature.location.clone(), reason))?)
        }
        FeatureKind::Reference { .. } => None,
    };
    let is_feature = |name: &str| model.feature_index(name).is_some();
    let mut logic = Vec::new();
    for (word, written) in feature.logic() {
        if word == "derived" && written.variables.contains(&written.parameter) && !is_feature(&written.parameter) {
            return Err(Problem::at(written.location(), "'derived' has no parameter, because it has no value"));
        }
        let assignable: Option<&dyn Fn(&str) -> bool> = if word == "set" { Some(&is_feature) } else { None };
        let mut translated = translate_logic(translator, written, assignable)?;
        if word == "set" {
            translated.function.parameters.insert(0, ASSIGNED.to_owned());
        }
        logic.push((word, translated));
    }
    Ok(ProgramFeature { feature: feature.clone(), data_type, logic })
}

fn translate_logic(
    translator: &mut Translator<'_>,
    logic: &Logic,
    assignable: Option<&dyn Fn(&str) -> bool>,
) -> Result<ProgramLogic, Problem> {
    let function = lower::lower(translator, logic, assignable)?;
    Ok(ProgramLogic {
        function,
        variables: logic.variables.clone(),
        parameter: logic.parameter.clone(),
        location: file_and_line(&logic.location()),
    })
}

/// `vhost.pp:3`, without directories.
fn file_and_line(location: &Location) -> String {
    let name = location.source.name.rsplit('/').next().unwrap_or_default();
    format!("{name}:{}", location.source.position(location.span.start).line)
}

/// The settings of a feature; `logic` writes its logic, by the name of the setting.
pub(crate) fn settings(
    described: &ProgramFeature,
    logic: impl Fn(&str, &ProgramLogic) -> Code,
) -> Result<Vec<(&'static str, Code)>, Problem> {
    let feature = &described.feature;
    let mut settings: Vec<(&'static str, Code)> = vec![("owner", Code::text(feature.owner.as_str()))];
    let mut add = |name: &'static str, data: Code| settings.push((name, data));
    if let Some(number) = described.data_type {
        add("type", Code::Type(number));
    }
    if let FeatureKind::Reference { target, containment } = &feature.kind {
        add("target", Code::text(target.as_str()));
        if !containment {
            add("containment", Code::Boolean(false));
        }
    }
    if feature.multiplicity.min > 0 {
        add("least", Code::index(feature.multiplicity.min));
    }
    match feature.multiplicity.max {
        Some(1) => {}
        Some(most) => add("most", Code::index(most)),
        None => add("most", Code::Undef),
    }
    for (name, is_said, value) in [
        ("unsettable", feature.unsettable, true),
        ("transient", feature.transient, true),
        ("setable", !feature.setable, false),
        ("identity", feature.behaviour == Some(Behaviour::Namevar), true),
    ] {
        if is_said {
            add(name, Code::Boolean(value));
        }
    }
    if let Some(default) = &feature.default {
        match Code::of(default) {
            Some(data) => add("default", data),
            None => {
                let message = format!("the default {default} of '{}' cannot be translated", feature.name);
                return Err(Problem::at(feature.location.clone(), message));
            }
        }
    }
    for (word, written) in &described.logic {
        add(word, logic(word, written));
    }
    Ok(settings)
}

/// The arguments of a type: the type as data, its name, its messages, and the types of its parts.
pub(crate) fn type_arguments(style: Style, constant: &TypeConstant) -> [String; 4] {
    let texts = constant.messages.iter().map(|(kind, text)| ((*kind).to_owned(), Code::text(text.as_str())));
    let parts = constant.parts.iter().map(|(name, part)| (name.clone(), Code::index(*part)));
    [
        style.code(&constant.code),
        style.text(&constant.name),
        style.code(&Code::Table(texts.collect())),
        style.code(&Code::Table(parts.collect())),
    ]
}
