//! The methods of Ruby, and those that are supported here: so that unsupported code is found before a template runs, and
//! so that a method that Ruby has is not reported as missing.

mod methods;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub(crate) use self::methods::METHODS;
use crate::object::Object;

/// The public methods of Ruby's own classes, those of all objects under `Object`, and the functions under `Kernel`;
/// after a colon the number of arguments, where it is fixed. Generated with Ruby 3.1 from `public_methods`, plus what is
/// supported of 3.2.
static RUBY: LazyLock<FxHashMap<&str, FxHashMap<&str, Option<usize>>>> = LazyLock::new(|| {
    let lines = include_str!("known/ruby.txt").lines().filter_map(|line| line.split_once(' '));
    let method = |entry: &'static str| match entry.split_once(':').filter(|(name, _)| !name.is_empty()) {
        Some((name, count)) => (name, count.parse().ok()),
        None => (entry, None),
    };
    lines.map(|(class, names)| (class, names.split(' ').map(method).collect())).collect()
});

/// The class of an object in that table; nothing if its methods are unknown.
fn class(object: &Object) -> Option<&'static str> {
    Some(match object {
        Object::Nil => "NilClass",
        Object::Boolean(_) => "TrueClass",
        Object::Integer(_) => "Integer",
        Object::Float(_) => "Float",
        Object::String(_) => "String",
        Object::Symbol(_) => "Symbol",
        Object::Array(_) => "Array",
        Object::Hash(_) => "Hash",
        Object::Range(_) => "Range",
        Object::Regexp(_) => "Regexp",
        Object::Match(_) => "MatchData",
        Object::Proc(_) => "Proc",
        Object::Enumerator(_) => "Enumerator",
        Object::Template => "Kernel",
        Object::Scope => "Object",
        Object::Value(_)
        | Object::Class(_)
        | Object::Exception(_)
        | Object::Bytes(_)
        | Object::Uri(_)
        | Object::Wide(_)
        | Object::Address(_) => return None,
    })
}

/// Whether Ruby's objects of that class have such a method.
pub(crate) fn ruby_has(object: &Object, name: &str) -> bool {
    let Some(class) = class(object) else { return true };
    let has = |class: &str| RUBY.get(class).is_some_and(|names| names.contains_key(name));
    has(class)
        || has("Object")
        || match object {
            Object::Template => TEMPLATE.contains(&name),
            Object::Scope => SCOPE.contains(&name),
            _ => false,
        }
}

/// How many arguments a method takes, where that is fixed.
pub(crate) fn arity(object: &Object, name: &str) -> Option<usize> {
    *RUBY.get(class(object)?)?.get(name)?
}

/// Whether a call is one that may be answered here, as far as the text shows.
pub(crate) fn is_method(constant: Option<&str>, has_receiver: bool, name: &str) -> bool {
    match constant {
        Some(constant) => {
            CONSTANTS.iter().any(|(class, names)| *class == constant && names.contains(&name)) || {
                matches!(name, "==" | "!=" | "===" | "name" | "to_s" | "inspect")
                    || (is_error(constant) && name == "new")
            }
        }
        // What Ruby does not have either is an error of the template, not of ours.
        None if has_receiver => {
            METHODS.contains(&name) || SCOPE.contains(&name) || !RUBY.values().any(|names| names.contains_key(name))
        }
        None => TEMPLATE.contains(&name) || FUNCTION.contains(&name),
    }
}

/// Whether a constant is known.
pub(crate) fn is_constant(name: &str) -> bool {
    CLASSES.contains(&name) || CONSTANTS.iter().any(|(class, _)| *class == name) || is_error(name)
}

fn is_error(name: &str) -> bool {
    ERRORS.contains(&name)
}

/// Classes that objects are compared with, and constants that are values.
const CLASSES: &[&str] = &[
    "Object",
    "BasicObject",
    "Kernel",
    "Comparable",
    "Enumerable",
    "NilClass",
    "TrueClass",
    "FalseClass",
    "Numeric",
    "Integer",
    "Float",
    "Symbol",
    "Range",
    "Proc",
    "MatchData",
    "Class",
    "Module",
    "Fixnum",
    "Bignum",
    "RUBY_PLATFORM",
    "Float::INFINITY",
    "Float::NAN",
    "Regexp::IGNORECASE",
    "Regexp::EXTENDED",
    "Regexp::MULTILINE",
    "Enumerator",
    "Puppet::Pops::Types::PSensitiveType::Sensitive",
    "Psych",
    "Puppet::Functions::Function",
    "Puppet::Functions::InternalFunction",
    "Random",
    "Date",
];

const ERRORS: &[&str] = &[
    "Exception",
    "StandardError",
    "ArgumentError",
    "TypeError",
    "NameError",
    "NoMethodError",
    "IndexError",
    "KeyError",
    "RangeError",
    "RuntimeError",
    "ZeroDivisionError",
    "RegexpError",
    "JSON::ParserError",
    "JSON::JSONError",
    "Puppet::Error",
    "Puppet::ParseError",
    "FloatDomainError",
    "NotImplementedError",
    "LocalJumpError",
    "IPAddr::Error",
    "IPAddr::InvalidAddressError",
    "IPAddr::AddressFamilyError",
    "IPAddr::InvalidPrefixError",
    "Puppet::DevError",
    "URI::InvalidURIError",
    "Psych::SyntaxError",
    "FrozenError",
    "StopIteration",
];

/// What digests can do.
const DIGEST: &[&str] = &["digest", "hexdigest", "base64digest"];

/// What can be called on classes and modules.
const CONSTANTS: &[(&str, &[&str])] = &[
    ("Array", &["new"]),
    ("Hash", &["new", "[]"]),
    ("String", &["new"]),
    ("Regexp", &["escape", "quote", "new", "compile", "union", "last_match"]),
    ("PSON", &["parse", "load"]),
    ("JSON", &["parse", "load", "generate", "dump", "pretty_generate"]),
    ("YAML", &["dump", "load", "safe_load"]),
    ("Psych", &["dump", "load", "safe_load"]),
    ("File", &["basename", "dirname", "extname", "join", "expand_path", "read"]),
    ("Math", &["sqrt", "log", "log2", "log10"]),
    ("Puppet::Parser::Functions", &["function", "autoloader", "newfunction"]),
    ("Puppet::Util::Package", &["versioncmp"]),
    ("Puppet", &["debug", "info", "notice", "warning", "err", "deprecation_warning"]),
    ("Puppet::Functions", &["create_function"]),
    ("Puppet::Parser::Files", &["find_template"]),
    ("Digest::MD5", DIGEST),
    ("Digest::SHA1", DIGEST),
    ("Digest::SHA256", DIGEST),
    ("Digest::SHA384", DIGEST),
    ("Digest::SHA512", DIGEST),
    ("OpenSSL::Digest::MD5", DIGEST),
    ("OpenSSL::Digest::SHA1", DIGEST),
    ("OpenSSL::Digest::SHA256", DIGEST),
    ("OpenSSL::Digest::SHA512", DIGEST),
    ("Base64", &["strict_encode64", "urlsafe_encode64", "encode64", "strict_decode64", "decode64"]),
    ("CGI", &["escape", "escapeHTML", "escape_html"]),
    ("ERB::Util", &["url_encode", "u", "html_escape", "h"]),
    ("IPAddr", &["new", "const_defined?"]),
    ("Time", &["now", "new", "at"]),
    ("URI", &["parse", "join", "encode_www_form_component"]),
    ("URI::Generic", &["build"]),
];

/// What a template can call without a receiver.
const TEMPLATE: &[&str] = &[
    "scope",
    "has_variable?",
    "classes",
    "tags",
    "file",
    "Array",
    "String",
    "Integer",
    "Float",
    "Hash",
    "URI",
    "format",
    "sprintf",
    "lambda",
    "proc",
    "loop",
    "raise",
    "fail",
    "require",
    "instance_variables",
    "instance_variable_defined?",
    "instance_variable_set",
    "instance_variable_get",
    "block_given?",
    "respond_to?",
    "send",
    "class",
    "is_a?",
    "nil?",
];

/// What a function of a module can call without a receiver, and what describes one.
const FUNCTION: &[&str] = &[
    "_",
    "alert",
    "arity",
    "block_param",
    "call_function",
    "closure_scope",
    "create_function",
    "crit",
    "debug",
    "dispatch",
    "emerg",
    "err",
    "function_",
    "info",
    "local_types",
    "lookupvar",
    "newfunction",
    "notice",
    "optional_block_param",
    "optional_param",
    "optional_repeated_param",
    "param",
    "private",
    "repeated_param",
    "required_block_param",
    "required_param",
    "required_repeated_param",
    "return_type",
    "scope_param",
    "setvar",
    "argument_mismatch",
    "type",
    "warning",
];

/// What the scope can do, besides `function_*`.
const SCOPE: &[&str] =
    &["[]", "lookupvar", "include?", "has_variable?", "exist?", "to_hash", "setvar", "[]=", "call_function"];
