//! Reading definitions: `{ name?, parent?, type_parameters?, attributes?, constants?, functions?, equality?, … }`.

use std::sync::Arc;

use ecow::EcoString;

use super::{
    Attribute, AttributeKind, MemberLabel, ObjectError, ObjectFunction, ObjectType,
    attribute::{Feature, Member},
    instantiate::Constructor,
    overriding, shape,
};
use crate::{
    infer, mismatch,
    types::{StructType, Type},
    value::{Hash, Value},
};

/// Names with a meaning in rich data.
const RESERVED: [&str; 2] = ["__ptype", "__pvalue"];

impl ObjectType {
    /// Creates a type from a definition. The `name` argument takes precedence over the name in the definition.
    ///
    /// A type may mention itself by an alias of its name that is still being defined:
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pcore::{Hash, Type, TypeAlias, Value, types::ObjectType};
    ///
    /// let node = TypeAlias::declare("Node");
    /// let attributes = Value::hash([("next".into(), Type::optional(Type::Alias(node.clone())).into())]);
    /// let definition = Hash::from_iter([("attributes".into(), attributes)]);
    /// let object = ObjectType::define(Some("Node"), &definition).unwrap();
    /// node.define(&Type::Object(Some(Arc::new(object)))).unwrap();
    /// ```
    pub fn define(name: Option<&str>, definition: &Hash) -> Result<ObjectType, ObjectError> {
        conforms("object initializer", &shape::DEFINITION, definition)?;
        ObjectType::define_for_model(name, definition)
    }

    /// Creates a type from a definition that the caller has already checked, possibly with its own rules about names.
    pub fn define_for_model(name: Option<&str>, definition: &Hash) -> Result<ObjectType, ObjectError> {
        let name = name.or(definition.get_str("name").and_then(Value::as_str)).map(EcoString::from);
        let parent = definition.get_str("parent").and_then(Value::as_type).cloned();
        let defined = |key: &str| definition.get_str(key).filter(|value| !value.is_undef()).cloned();
        let mut object = ObjectType {
            parent,
            equality_include_type: !matches!(definition.get_str("equality_include_type"), Some(Value::Boolean(false))),
            checks: defined("checks"),
            annotations: defined("annotations"),
            ..ObjectType::empty(name)
        };
        object.check_parent()?;
        for (name, specification) in members(definition, "type_parameters") {
            let parameter = object.type_parameter(name, specification)?;
            object.check_override(Member::attribute(Feature::TypeParameter, &parameter))?;
            object.type_parameters.push(parameter);
        }
        for attribute in object.read_attributes(definition)? {
            object.check_override(Member::attribute(Feature::Attribute, &attribute))?;
            object.attributes.push(attribute);
        }
        for (name, specification) in members(definition, "functions") {
            let function = object.read_function(name, specification)?;
            object.check_override(Member::function(&function))?;
            object.functions.push(function);
        }
        object.equality = match definition.get_str("equality") {
            Some(Value::String(only)) => Some(vec![only.clone()]),
            Some(Value::Array(names)) => Some(names.iter().filter_map(Value::as_str).map(EcoString::from).collect()),
            _ => None,
        };
        object.check_equality()?;
        object.constructor = Constructor::of(&object);
        Ok(object)
    }

    fn check_parent(&self) -> Result<(), ObjectError> {
        match self.parent.as_ref().map(Type::resolved) {
            Some(Type::Reference(text)) => return Err(ObjectError::UnresolvedParent(text.clone())),
            // An alias that is still being defined depends on this type, which would be its own ancestor.
            Some(Type::Alias(open)) => return Err(ObjectError::InheritsFromItself(open.name().clone())),
            _ => {}
        }
        match &self.name {
            Some(name) if self.ancestry().skip(1).any(|ancestor| ancestor.name.as_ref() == Some(name)) => {
                Err(ObjectError::InheritsFromItself(name.clone()))
            }
            _ => Ok(()),
        }
    }

    fn check_override(&self, member: Member<'_>) -> Result<(), ObjectError> {
        let parent = self.parent_object();
        let inherited = match member.feature {
            Feature::TypeParameter => parent.and_then(|parent| {
                parent.ancestry().find_map(|object| {
                    let parameter = object.type_parameters.iter().find(|other| other.name == *member.name)?;
                    let member = Member::attribute(Feature::TypeParameter, parameter);
                    Some((member.label(object.label()), member))
                })
            }),
            Feature::Attribute | Feature::Function => parent.and_then(|parent| parent.member(member.name)),
        };
        overriding::check(self.label(), member, inherited)
    }

    fn type_parameter(&self, name: &EcoString, specification: &Value) -> Result<Attribute, ObjectError> {
        let label = MemberLabel::new(Feature::TypeParameter, self.label(), name);
        let (declared, value) = match specification {
            Value::Type(declared) => ((**declared).clone(), None),
            Value::Hash(specification) => match specification.get_str("type") {
                Some(Value::Type(declared)) => {
                    let value = specification.get_str("value").filter(|value| !value.is_undef());
                    ((**declared).clone(), value.cloned())
                }
                _ => {
                    let only_type: Hash = specification
                        .get_str("type")
                        .map(|found| (Value::from("type"), found.clone()))
                        .into_iter()
                        .collect();
                    return Err(wrong_type(
                        &format!("initializer for {label}"),
                        &Type::Struct(Arc::clone(&shape::TYPE_PARAMETER)),
                        &Value::from(only_type),
                    ));
                }
            },
            other => return Err(wrong_type(&label.to_string(), &Type::Type(None), other)),
        };
        let value_type = match declared {
            Type::Optional(_) => declared,
            other => Type::optional(other),
        };
        check_value(&label, &value_type, value.as_ref())?;
        Ok(Attribute {
            name: name.clone(),
            value_type,
            kind: AttributeKind::Normal,
            value,
            is_final: false,
            overrides: false,
            annotations: None,
        })
    }

    /// Reads `attributes` and, after them, `constants`.
    fn read_attributes(&self, definition: &Hash) -> Result<Vec<Attribute>, ObjectError> {
        let label = |name: &str| MemberLabel::new(Feature::Attribute, self.label(), name);
        let declared = definition.get_str("attributes").and_then(Value::as_hash);
        if let Some((name, _)) = members(definition, "constants")
            .find(|(name, _)| declared.is_some_and(|declared| declared.get_str(name).is_some()))
        {
            return Err(ObjectError::ConstantAndAttribute(label(name)));
        }
        let attributes = members(definition, "attributes")
            .map(|(name, specification)| read_attribute(label(name), specification))
            .collect::<Result<Vec<_>, _>>()?;
        let constants = members(definition, "constants").map(|(name, value)| {
            if RESERVED.contains(&name.as_str()) {
                return Err(ObjectError::Reserved(name.clone()));
            }
            Ok(Attribute {
                name: name.clone(),
                // The general type, so that a child can override the constant.
                value_type: infer::generalized(value),
                kind: AttributeKind::Constant,
                value: Some(value.clone()),
                is_final: true,
                overrides: self.parent_object().is_some_and(|parent| parent.member(name).is_some()),
                annotations: None,
            })
        });
        attributes.into_iter().map(Ok).chain(constants).collect()
    }

    fn read_function(&self, name: &EcoString, specification: &Value) -> Result<ObjectFunction, ObjectError> {
        let label = MemberLabel::new(Feature::Function, self.label(), name);
        let function = match specification {
            Value::Hash(specification) => {
                // Puppet does not name the function's type here.
                conforms(&format!("initializer for function '{name}'"), &shape::FUNCTION, specification)?;
                ObjectFunction {
                    name: name.clone(),
                    function_type: specification.get_str("type").and_then(Value::as_type).cloned().unwrap_or(Type::Any),
                    is_final: is_true(specification, "final"),
                    overrides: is_true(specification, "override"),
                    annotations: specification.get_str("annotations").cloned(),
                }
            }
            bare => {
                let function_type = shape::function_type();
                match bare.as_type() {
                    Some(inner) if function_type.is_instance(bare) => ObjectFunction {
                        name: name.clone(),
                        function_type: inner.clone(),
                        is_final: false,
                        overrides: false,
                        annotations: None,
                    },
                    _ => return Err(wrong_type(&label.to_string(), &function_type, bare)),
                }
            }
        };
        if self.attributes.iter().any(|attribute| attribute.name == *name) {
            return Err(ObjectError::FunctionAndAttribute(label));
        }
        Ok(function)
    }
}

fn read_attribute(label: MemberLabel, specification: &Value) -> Result<Attribute, ObjectError> {
    let attribute = match specification {
        Value::Hash(specification) => {
            conforms(&format!("initializer for {label}"), &shape::ATTRIBUTE, specification)?;
            let kind = AttributeKind::from_name(specification.get_str("kind").and_then(Value::as_str));
            let is_final = specification.get_str("final");
            if kind == AttributeKind::Constant && matches!(is_final, Some(Value::Boolean(false))) {
                return Err(reserved_or(label, ObjectError::NotFinal));
            }
            Attribute {
                name: label.name.clone(),
                value_type: specification.get_str("type").and_then(Value::as_type).cloned().unwrap_or(Type::Any),
                kind,
                value: specification.get_str("value").cloned(),
                is_final: kind == AttributeKind::Constant || is_true(specification, "final"),
                overrides: is_true(specification, "override"),
                annotations: specification.get_str("annotations").cloned(),
            }
        }
        Value::Type(inner) => Attribute {
            name: label.name.clone(),
            value_type: (**inner).clone(),
            kind: AttributeKind::Normal,
            // An optional attribute has a default. This applies only to a literal `Optional`, not to an alias of it.
            value: matches!(**inner, Type::Optional(_)).then_some(Value::Undef),
            is_final: false,
            overrides: false,
            annotations: None,
        },
        other => return Err(wrong_type(&label.to_string(), &Type::Type(None), other)),
    };
    if RESERVED.contains(&attribute.name.as_str()) {
        return Err(ObjectError::Reserved(attribute.name));
    }
    match (attribute.kind, &attribute.value) {
        (AttributeKind::Derived | AttributeKind::GivenOrDerived, Some(_)) => {
            return Err(ObjectError::ValueOfDerived { member: label, kind: attribute.kind.name().unwrap_or_default() });
        }
        (AttributeKind::Constant, None) => return Err(ObjectError::ConstantWithoutValue(label)),
        (_, value) => check_value(&label, &attribute.value_type, value.as_ref())?,
    }
    Ok(attribute)
}

/// Puppet reports a reserved name before any other error.
fn reserved_or(label: MemberLabel, error: impl FnOnce(MemberLabel) -> ObjectError) -> ObjectError {
    if RESERVED.contains(&label.name.as_str()) { ObjectError::Reserved(label.name) } else { error(label) }
}

/// Checks a default against the type of its member; the word `default` is always fine.
fn check_value(label: &MemberLabel, value_type: &Type, value: Option<&Value>) -> Result<(), ObjectError> {
    match value {
        None | Some(Value::Default) => Ok(()),
        Some(value) if value_type.is_instance(value) => Ok(()),
        Some(value) => Err(wrong_type(&format!("{label} value"), value_type, value)),
    }
}

/// Iterates over the entries of a hash inside a definition whose keys are already known to be strings.
fn members<'a>(definition: &'a Hash, key: &str) -> impl Iterator<Item = (&'a EcoString, &'a Value)> {
    let entries = definition.get_str(key).and_then(Value::as_hash);
    entries.into_iter().flat_map(Hash::iter).filter_map(|(name, value)| match name {
        Value::String(name) => Some((name, value)),
        _ => None,
    })
}

fn is_true(specification: &Hash, key: &str) -> bool {
    matches!(specification.get_str(key), Some(Value::Boolean(true)))
}

/// Refuses a hash that does not have the expected shape.
pub(in crate::types) fn conforms(subject: &str, shape: &Arc<StructType>, actual: &Hash) -> Result<(), ObjectError> {
    if shape.is_instance(actual) {
        return Ok(());
    }
    Err(wrong_type(subject, &Type::Struct(shape.clone()), &Value::from(actual.clone())))
}

pub(super) fn wrong_type(subject: &str, expected: &Type, actual: &Value) -> ObjectError {
    let subject = format!("{subject} has wrong type,");
    let explanation = mismatch::explain(&subject, expected, actual);
    ObjectError::WrongType(explanation.unwrap_or(subject))
}
