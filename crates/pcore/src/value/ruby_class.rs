//! The classes of values in Ruby, which messages name.

use super::Value;

impl Value {
    /// Returns the class that the value has in Ruby.
    ///
    /// ```
    /// use pcore::Value;
    ///
    /// assert_eq!(Value::Undef.ruby_class(), "NilClass");
    /// ```
    pub fn ruby_class(&self) -> &str {
        match self {
            Value::Undef => "NilClass",
            Value::Default | Value::Symbol(_) => "Symbol",
            Value::Boolean(true) => "TrueClass",
            Value::Boolean(false) => "FalseClass",
            Value::Integer(_) => "Integer",
            Value::Float(_) => "Float",
            Value::String(_) => "String",
            Value::Regexp(_) => "Regexp",
            Value::Array(_) => "Array",
            Value::Hash(_) => "Hash",
            Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
            Value::Type(_) => "Puppet::Pops::Types::PAnyType",
            Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
            Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
            Value::Timespan(_) => "Puppet::Pops::Time::Timespan",
            Value::SemVer(_) => "SemanticPuppet::Version",
            Value::SemVerRange(_) => "SemanticPuppet::VersionRange",
            Value::Uri(_) => "URI::Generic",
            Value::Object(instance) => instance.object_type().label(),
            Value::Iterator(_) => "Puppet::Pops::Types::Iterator",
        }
    }
}
