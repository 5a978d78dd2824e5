//! Types as text, in the form that reads back as the same type.
//!
//! `Display` writes the usual form: an alias inside another type is only its name, a top-level alias shows its target.
//! [`Type::expanded`] shows it everywhere, which is how mismatch messages name types.

use std::{
    fmt::{self, Display, Formatter, Write},
    sync::Arc,
};

use super::{CallableType, IntegerRange, StringType, StructElement, TupleType, Type, TypeAlias, TypeSet};
use crate::{
    names::reference_name,
    parse::is_keyword,
    value::{Value, write_list, write_source},
};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let expand = matches!(self, Type::Alias(_) | Type::Object(_) | Type::TypeSet(_));
        Printer::new(expand).write(f, self)
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Type {
    /// Returns a text form that shows the target of each alias.
    ///
    /// ```
    /// use pcore::{Type, TypeAlias};
    ///
    /// let port = TypeAlias::declare("Port");
    /// port.define(&Type::integer(0, 65535)).unwrap();
    /// let ports = Type::array(Type::Alias(port));
    /// assert_eq!(ports.to_string(), "Array[Port]");
    /// assert_eq!(ports.expanded().to_string(), "Array[Port = Integer[0, 65535]]");
    /// ```
    pub fn expanded(&self) -> impl Display {
        Expanded(self)
    }

    /// Returns the name of this kind of type, without its parameters.
    pub fn kind_name(&self) -> &str {
        match self {
            Type::Any => "Any",
            Type::Unit => "Unit",
            Type::Undef => "Undef",
            Type::Default => "Default",
            Type::Scalar => "Scalar",
            Type::ScalarData => "ScalarData",
            Type::Numeric => "Numeric",
            Type::Binary => "Binary",
            Type::SemVerRange => "SemVerRange",
            Type::CatalogEntry => "CatalogEntry",
            Type::Boolean(_) => "Boolean",
            Type::Integer(_) => "Integer",
            Type::Float(_) => "Float",
            Type::String(_) => "String",
            Type::Enum(_) => "Enum",
            Type::Pattern(_) => "Pattern",
            Type::Regexp(_) => "Regexp",
            Type::Timespan(_) => "Timespan",
            Type::Timestamp(_) => "Timestamp",
            Type::SemVer(_) => "SemVer",
            Type::Uri(_) => "URI",
            Type::Collection(_) => "Collection",
            Type::Array(_) => "Array",
            Type::Hash(_) => "Hash",
            Type::Tuple(_) => "Tuple",
            Type::Struct(_) => "Struct",
            Type::Variant(_) => "Variant",
            Type::Optional(_) => "Optional",
            Type::NotUndef(_) => "NotUndef",
            Type::Sensitive(_) => "Sensitive",
            Type::Type(_) => "Type",
            Type::Iterable(_) => "Iterable",
            Type::Iterator(_) => "Iterator",
            Type::Callable(_) => "Callable",
            Type::Init(_) => "Init",
            Type::Runtime(_) => "Runtime",
            Type::Class(_) => "Class",
            Type::Resource(_) => "Resource",
            Type::Object(None) => "Object",
            Type::Object(Some(object)) => object.label(),
            Type::ObjectExtension(extension) => extension.base().label(),
            Type::TypeSet(None) => TypeSet::bare().name(),
            Type::TypeSet(Some(type_set)) => type_set.name(),
            Type::Alias(alias) => alias.name(),
            Type::Reference(_) => "TypeReference",
        }
    }
}

struct Expanded<'a>(&'a Type);

impl Display for Expanded<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Printer::new(true).write(f, self.0)
    }
}

/// Writes types.
pub struct Printer {
    expand: bool,
    /// The recursive aliases that have been expanded, so that each is expanded only once.
    shown: Vec<*const TypeAlias>,
    /// How many more aliases may be expanded.
    remaining: u32,
}

/// The limit on expanded aliases, after which only their names are shown: enough for every type that a person wrote.
const MAX_EXPANSIONS: u32 = 100;

impl Printer {
    fn new(expand: bool) -> Printer {
        Printer { expand, shown: Vec::new(), remaining: MAX_EXPANSIONS }
    }

    /// Returns a printer that shows aliases and objects by name only.
    pub(super) fn by_name() -> Printer {
        Printer::new(false)
    }

    pub(super) fn write(&mut self, f: &mut dyn Write, shown: &Type) -> fmt::Result {
        let mut f = f;
        match shown {
            Type::Boolean(Some(only)) => write!(f, "Boolean[{only}]"),
            Type::Integer(range) => bracketed(f, "Integer", *range != IntegerRange::ANY, |f| range.write_parameters(f)),
            Type::Float(range) => {
                let shown = range.from.is_finite() || range.to.is_finite();
                bracketed(f, "Float", shown, |f| range.write_parameters(f))
            }
            Type::String(StringType::Sized(size)) => bracketed(f, "String", true, |f| size.write_parameters(f)),
            Type::String(_) => f.write_str("String"),
            Type::Enum(enumeration) => bracketed(f, "Enum", !enumeration.values.is_empty(), |f| {
                write_list(f, enumeration.values.iter(), |f, value| f.write_str(&crate::quote(value)))?;
                if enumeration.case_insensitive { f.write_str(", true") } else { Ok(()) }
            }),
            Type::Pattern(pattern) => bracketed(f, "Pattern", !pattern.patterns.is_empty(), |f| {
                write_list(f, pattern.patterns.iter(), |f, regexp| write!(f, "{regexp}"))
            }),
            Type::Regexp(Some(regexp)) => write!(f, "Regexp[{regexp}]"),
            Type::Timespan(range) => {
                let shown = range.from.is_some() || range.to.is_some();
                bracketed(f, "Timespan", shown, |mut f| range.write_parameters(&mut f))
            }
            Type::Timestamp(range) => {
                let shown = range.from.is_some() || range.to.is_some();
                bracketed(f, "Timestamp", shown, |mut f| range.write_parameters(&mut f))
            }
            Type::SemVer(ranges) => bracketed(f, "SemVer", !ranges.is_empty(), |f| {
                write_list(f, ranges.iter(), |f, range| write!(f, "'{range}'"))
            }),
            Type::Uri(Some(parts)) => {
                bracketed(f, "URI", true, |f| f.write_str(&format!("{:?}", Value::from(parts.parts.clone()))))
            }
            Type::Collection(Some(size)) => bracketed(f, "Collection", true, |f| size.write_parameters(f)),
            Type::Array(array) if array.size == Some(IntegerRange::exactly(0)) => f.write_str("Array[0, 0]"),
            Type::Array(array) => bracketed(f, "Array", !array.is_default(), |f| {
                self.write(f, &array.element)?;
                write_size(f, array.size)
            }),
            Type::Hash(hash) if hash.size == Some(IntegerRange::exactly(0)) => f.write_str("Hash[0, 0]"),
            Type::Hash(hash) => bracketed(f, "Hash", !hash.is_default(), |f| {
                self.write(f, &hash.key)?;
                f.write_str(", ")?;
                self.write(f, &hash.value)?;
                write_size(f, hash.size)
            }),
            Type::Tuple(tuple) => bracketed(f, "Tuple", !tuple.types.is_empty(), |f| {
                self.write_types(f, &tuple.types)?;
                write_size(f, tuple.size)
            }),
            Type::Struct(structure) => bracketed(f, "Struct", !structure.elements.is_empty(), |f| {
                f.write_char('{')?;
                write_list(f, structure.elements.iter(), |f, element| self.write_element(f, element))?;
                f.write_char('}')
            }),
            Type::Variant(types) => bracketed(f, "Variant", !types.is_empty(), |f| self.write_types(f, types)),
            Type::Optional(Some(contained))
            | Type::NotUndef(Some(contained))
            | Type::Sensitive(Some(contained))
            | Type::Type(Some(contained))
            | Type::Iterable(Some(contained))
            | Type::Iterator(Some(contained)) => {
                let by_text = matches!(shown, Type::Optional(_) | Type::NotUndef(_));
                bracketed(f, shown.kind_name(), true, |f| match &**contained {
                    Type::String(StringType::Exact(text)) if by_text => f.write_str(&crate::quote(text)),
                    other => self.write(f, other),
                })
            }
            Type::Callable(callable) => self.write_callable(f, callable),
            Type::Init(init) => bracketed(f, "Init", init.contained.is_some(), |f| {
                if let Some(contained) = &init.contained {
                    self.write(f, contained)?;
                }
                for argument in &init.arguments {
                    f.write_str(", ")?;
                    write_source(&mut &mut *f, argument)?;
                }
                Ok(())
            }),
            Type::Runtime(runtime) => bracketed(f, "Runtime", runtime.runtime.is_some(), |f| {
                f.write_str(runtime.runtime.as_deref().unwrap_or("undef"))?;
                match &runtime.name {
                    Some(name) => write!(f, ", {}", crate::quote(name)),
                    None => f.write_str(", undef"),
                }
            }),
            Type::Class(Some(name)) if is_keyword(name) => write!(f, "Class['{name}']"),
            Type::Class(Some(name)) => write!(f, "Class[{name}]"),
            Type::Resource(resource) => match &resource.type_name {
                None => f.write_str("Resource"),
                Some(name) => bracketed(f, &reference_name(name), resource.title.is_some(), |f| {
                    f.write_str(&crate::quote(resource.title.as_deref().unwrap_or_default()))
                }),
            },
            Type::Object(None) if self.expand => f.write_str("Object[{}]"),
            // An Object type does not show the definition of a type of the language.
            Type::Object(Some(object)) if self.expand && object.model().is_none() => object.write_definition(&mut f),
            Type::ObjectExtension(extension) => extension.write(&mut f),
            Type::TypeSet(None) => TypeSet::bare().write_definition(&mut f),
            Type::TypeSet(Some(type_set)) if self.expand => type_set.write_definition(&mut f),
            Type::TypeSet(Some(type_set)) => f.write_str(type_set.name()),
            Type::Alias(alias) => self.write_alias(f, alias),
            Type::Reference(text) => write!(f, "TypeReference[{}]", crate::quote(text)),
            bare => f.write_str(bare.kind_name()),
        }
    }

    fn write_types(&mut self, f: &mut dyn Write, types: &[Type]) -> fmt::Result {
        write_list(f, types.iter(), |f, part| self.write(f, part))
    }

    /// Writes a key so that it reads back with the same presence: `NotUndef['k']` only if needed.
    fn write_element(&mut self, f: &mut dyn Write, element: &StructElement) -> fmt::Result {
        let key = crate::quote(&element.name);
        match (element.optional, element.value_type.accepts_undef()) {
            (true, false) => write!(f, "Optional[{key}]")?,
            (false, true) => write!(f, "NotUndef[{key}]")?,
            _ => f.write_str(&key)?,
        }
        f.write_str(" => ")?;
        self.write(f, &element.value_type)
    }

    fn write_callable(&mut self, f: &mut dyn Write, callable: &CallableType) -> fmt::Result {
        f.write_str("Callable")?;
        match (&callable.parameters, &callable.returns) {
            (None, None) => Ok(()),
            (Some(parameters), None) => {
                f.write_char('[')?;
                self.write_arguments(f, parameters, callable.block.as_ref())?;
                f.write_char(']')
            }
            (parameters, Some(returns)) => {
                f.write_str("[[")?;
                if let Some(parameters) = parameters {
                    self.write_arguments(f, parameters, callable.block.as_ref())?;
                }
                f.write_str("], ")?;
                self.write(f, returns)?;
                f.write_char(']')
            }
        }
    }

    fn write_arguments(&mut self, f: &mut dyn Write, arguments: &TupleType, block: Option<&Type>) -> fmt::Result {
        if arguments.types.is_empty() {
            f.write_str("0, 0")?;
        } else {
            // Arguments of any kind are not written, only their number.
            let named: Vec<Type> = arguments.types.iter().filter(|part| **part != Type::Unit).cloned().collect();
            self.write_types(f, &named)?;
            match arguments.size {
                Some(size) if named.is_empty() => size.write_parameters(f)?,
                size => write_size(f, size)?,
            }
        }
        if let Some(block) = block {
            f.write_str(", ")?;
            self.write(f, block)?;
        }
        Ok(())
    }

    fn write_alias(&mut self, f: &mut dyn Write, alias: &Arc<TypeAlias>) -> fmt::Result {
        // `type A = Object[…]` names the Object itself, so it is not repeated.
        if let Some(target) = alias.resolved().filter(|_| self.expand && alias.names_its_object()) {
            return self.write(f, target);
        }
        f.write_str(alias.name())?;
        let identity = Arc::as_ptr(alias);
        if !self.expand || alias.is_builtin() || self.remaining == 0 || self.shown.contains(&identity) {
            return Ok(());
        }
        let Some(target) = alias.resolved() else { return Ok(()) };
        f.write_str(" = ")?;
        self.remaining -= 1;
        if alias.is_recursive() {
            self.shown.push(identity);
        }
        self.write(f, target)
    }
}

fn bracketed(
    f: &mut dyn Write,
    name: &str,
    shown: bool,
    inside: impl FnOnce(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    f.write_str(name)?;
    if !shown {
        return Ok(());
    }
    f.write_char('[')?;
    inside(f)?;
    f.write_char(']')
}

fn write_size(f: &mut dyn Write, size: Option<IntegerRange>) -> fmt::Result {
    let Some(size) = size else { return Ok(()) };
    f.write_str(", ")?;
    size.write_parameters(f)
}
