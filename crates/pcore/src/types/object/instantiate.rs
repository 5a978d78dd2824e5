//! Creating instances: by position, or from one hash of attribute names.

use std::sync::Arc;

use ecow::EcoString;

use super::{Attribute, MemberLabel, ObjectError, ObjectType, attribute::Feature};
use crate::{
    infer,
    mismatch::{Signature, signatures},
    types::{CallableType, IntegerRange, StructElement, StructType, TupleType, Type},
    value::{ObjectInstance, Value},
};

/// The parameters of a constructor.
#[derive(Clone, Debug)]
pub(super) struct Constructor {
    /// By position: those without a default first.
    pub(super) parameters: Vec<Attribute>,
    /// The indices into `parameters` in the order of declaration.
    pub(super) declaration_order: Vec<usize>,
    /// The type of the hash that can be passed instead.
    initializer: Arc<StructType>,
}

impl Default for Constructor {
    fn default() -> Constructor {
        let initializer = Arc::new(StructType { elements: Vec::new() });
        Constructor { parameters: Vec::new(), declaration_order: Vec::new(), initializer }
    }
}

impl Constructor {
    pub(super) fn of(object: &ObjectType) -> Constructor {
        let declared: Vec<&Attribute> =
            object.all_attributes().into_iter().filter(|attribute| attribute.is_parameter()).collect();
        let elements = declared.iter().map(|attribute| StructElement {
            name: attribute.name.clone(),
            optional: attribute.is_optional(),
            value_type: attribute.value_type.clone(),
        });
        let initializer = Arc::new(StructType { elements: elements.collect() });
        let (with_default, without): (Vec<usize>, Vec<usize>) =
            (0..declared.len()).partition(|&index| declared[index].value.is_some());
        let mut declaration_order = vec![0; declared.len()];
        let mut parameters = Vec::with_capacity(declared.len());
        for index in without.into_iter().chain(with_default) {
            declaration_order[index] = parameters.len();
            parameters.push(declared[index].clone());
        }
        Constructor { parameters, declaration_order, initializer }
    }

    fn positions(&self) -> TupleType {
        // Puppet treats a parameter that may be undef as optional, at any position. This was determined when the type
        // was defined; asking again could recurse through an `Init` of the type itself.
        let required = self.initializer.elements.iter().filter(|element| !element.optional).count();
        let size = IntegerRange::exactly(required).hull(IntegerRange::exactly(self.parameters.len()));
        TupleType {
            types: self.parameters.iter().map(|attribute| attribute.value_type.clone()).collect(),
            size: Some(size),
        }
    }
}

impl ObjectType {
    /// Creates an instance from values by position, or from one hash of attribute names.
    ///
    /// ```
    /// use pcore::{Value, types::ObjectType};
    ///
    /// let error = ObjectType::error().instantiate(&[Value::from("disk full")]).unwrap();
    /// assert_eq!(error.get("msg"), Some(&Value::from("disk full")));
    /// let message = ObjectType::error().instantiate(&[]).unwrap_err().to_string();
    /// assert_eq!(message, "'new_Error' expects between 1 and 4 arguments, got none");
    /// ```
    pub fn instantiate(self: &Arc<ObjectType>, arguments: &[Value]) -> Result<ObjectInstance, ObjectError> {
        if let [Value::Hash(initializer)] = arguments
            && self.constructor.initializer.is_instance(initializer)
        {
            return self.fill(|_, attribute| initializer.get_str(&attribute.name));
        }
        if self.constructor.positions().is_instance(arguments) {
            return self.fill(|index, _| arguments.get(index));
        }
        let argument_types: Vec<Type> = arguments.iter().map(infer::detailed).collect();
        let name = self.constructor_name();
        let explanation = signatures(&name, &self.constructor_signatures(), &argument_types, None);
        Err(ObjectError::Arguments(
            explanation.unwrap_or_else(|| format!("'{name}' was called with arguments it does not accept")),
        ))
    }

    /// Sets each parameter to its value, its default, or undef.
    fn fill<'a>(
        self: &Arc<ObjectType>,
        value_of: impl Fn(usize, &Attribute) -> Option<&'a Value>,
    ) -> Result<ObjectInstance, ObjectError> {
        let parameters = self.parameters().iter().enumerate();
        let values =
            parameters.map(|(index, attribute)| match value_of(index, attribute).or(attribute.value.as_ref()) {
                Some(value) => Ok(value.clone()),
                None if attribute.value_type.accepts_undef() => Ok(Value::Undef),
                None => Err(ObjectError::NoValue(MemberLabel::new(Feature::Attribute, self.label(), &attribute.name))),
            });
        Ok(ObjectInstance::from_checked(Arc::clone(self), values.collect::<Result<_, _>>()?))
    }

    /// Returns the type of the hash that can be passed to the constructor.
    pub fn initializer_type(&self) -> Type {
        Type::Struct(Arc::clone(&self.constructor.initializer))
    }

    /// Returns the name of the constructor in messages.
    pub fn constructor_name(&self) -> String {
        format!("new_{}", self.name.as_deref().unwrap_or_default())
    }

    /// Returns the signatures of the constructor.
    pub fn constructor_signatures(&self) -> Vec<Signature> {
        let signature = |arguments: TupleType, names: Vec<EcoString>| Signature {
            callable: Arc::new(CallableType { parameters: Some(arguments), block: None, returns: None }),
            names,
            block_name: EcoString::new(),
        };
        let from_hash = TupleType { types: vec![self.initializer_type()], size: Some(IntegerRange::exactly(1)) };
        let names = self.parameters().iter().map(|attribute| attribute.name.clone()).collect();
        vec![signature(from_hash, vec!["hash".into()]), signature(self.constructor.positions(), names)]
    }
}
