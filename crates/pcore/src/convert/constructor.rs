//! Constructors: the signatures of `new` of a type, each with its conversion.

use std::sync::Arc;

use super::{ConversionContext, ConversionError, masking::masked};
use crate::{
    infer,
    mismatch::{self, Signature},
    parse::parse_type_with,
    types::{CallableType, IntegerRange, TupleType, Type, TypeAlias},
    value::Value,
};

/// A conversion; the signature has already accepted the arguments.
pub(super) type Conversion = fn(&Call<'_>) -> Result<Value, ConversionError>;

/// Returns a constructor's own error if none of its signatures fits; a signature of the refusal has accepted the
/// arguments.
pub(super) type Refusal = fn(&Call<'_>) -> ConversionError;

/// One call of `new`.
pub(super) struct Call<'a> {
    pub(super) arguments: &'a [Value],
    pub(super) context: &'a ConversionContext<'a>,
}

impl Call<'_> {
    /// Returns an argument; `undef` if it is missing.
    pub(super) fn argument(&self, index: usize) -> &Value {
        self.arguments.get(index).unwrap_or(&Value::Undef)
    }

    /// Returns the text of an argument that the signature requires to be a string, or missing.
    pub(super) fn text(&self, index: usize) -> &str {
        self.argument(index).as_str().unwrap_or_default()
    }

    /// Returns whether an argument is present and `true`.
    pub(super) fn flag(&self, index: usize) -> bool {
        *self.argument(index) == Value::Boolean(true)
    }

    /// Returns an entry of a hash that is the only argument; `undef` if it is missing.
    pub(super) fn entry(&self, name: &str) -> &Value {
        self.argument(0).as_hash().and_then(|hash| hash.get_str(name)).unwrap_or(&Value::Undef)
    }
}

/// The implementation of `new` of a type.
pub(super) struct Constructor {
    /// The function name in messages: Puppet's, which is not always that of the type.
    name: &'static str,
    locals: Vec<Arc<TypeAlias>>,
    signatures: Vec<Signature>,
    conversions: Vec<Conversion>,
    refusals: Vec<(TupleType, Refusal)>,
}

impl Constructor {
    pub(super) fn new(name: &'static str) -> Constructor {
        Constructor { name, locals: Vec::new(), signatures: Vec::new(), conversions: Vec::new(), refusals: Vec::new() }
    }

    /// Defines a name for a type in the signatures; messages show the name.
    pub(super) fn local(mut self, name: &'static str, text: &str) -> Constructor {
        let alias = TypeAlias::declare(name);
        alias.define(&self.parse(text)).expect("no compiled-in type mentions its own name");
        self.locals.push(alias);
        self
    }

    /// Adds a signature. A parameter is a type and a name, followed by `?` if it is optional.
    pub(super) fn signature(mut self, parameters: &[&str], conversion: Conversion) -> Constructor {
        let (tuple, names) = self.tuple(parameters);
        let callable = CallableType { parameters: Some(tuple), block: None, returns: None };
        let names = names.into_iter().map(Into::into).collect();
        self.signatures.push(Signature { callable: Arc::new(callable), names, block_name: "block".into() });
        self.conversions.push(conversion);
        self
    }

    /// Adds an error that is better than the list of reasons why each signature does not fit.
    pub(super) fn refusal(mut self, parameters: &[&str], refusal: Refusal) -> Constructor {
        let (tuple, _) = self.tuple(parameters);
        self.refusals.push((tuple, refusal));
        self
    }

    /// Returns a type that was defined by [`Constructor::local`].
    pub(super) fn named(&self, name: &str) -> Option<Type> {
        self.locals.iter().find(|alias| alias.name() == name).map(|alias| Type::Alias(Arc::clone(alias)))
    }

    /// Returns the parameters of each signature.
    pub(super) fn parameters(&self) -> impl Iterator<Item = &TupleType> {
        self.signatures.iter().filter_map(|signature| signature.callable.parameters.as_ref())
    }

    /// Converts by the first signature that accepts the arguments.
    pub(super) fn call(&self, call: &Call<'_>) -> Result<Value, ConversionError> {
        let fitting = self.parameters().zip(&self.conversions).find(|(tuple, _)| tuple.is_instance(call.arguments));
        if let Some((_, conversion)) = fitting {
            return conversion(call);
        }
        match self.refusals.iter().find(|(tuple, _)| tuple.is_instance(call.arguments)) {
            Some((_, refusal)) => Err(refusal(call)),
            None => Err(self.refuse(call.arguments)),
        }
    }

    /// Explains why the arguments fit no signature.
    pub(super) fn refuse(&self, arguments: &[Value]) -> ConversionError {
        let types: Vec<Type> = arguments.iter().map(|argument| infer::detailed(&masked(argument))).collect();
        let text = mismatch::signatures(self.name, &self.signatures, &types, None);
        ConversionError::Arguments(
            text.unwrap_or_else(|| {
                format!("The function '{}' was called with arguments it does not accept", self.name)
            }),
        )
    }

    fn tuple<'t>(&self, parameters: &[&'t str]) -> (TupleType, Vec<&'t str>) {
        let mut types = Vec::new();
        let mut names = Vec::new();
        let mut required = 0;
        for parameter in parameters {
            let (text, name) = parameter.rsplit_once(' ').unwrap_or((parameter, ""));
            types.push(self.parse(text));
            names.push(name.trim_end_matches('?'));
            required += usize::from(!name.ends_with('?'));
        }
        let range =
            IntegerRange { from: IntegerRange::exactly(required).from, to: IntegerRange::exactly(types.len()).to };
        (TupleType { types, size: Some(range) }, names)
    }

    fn parse(&self, text: &str) -> Type {
        let names = |name: &str| self.named(name);
        parse_type_with(text, &names).expect("the compiled-in signatures are types, which a test checks")
    }
}
