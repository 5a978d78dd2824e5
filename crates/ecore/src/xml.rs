//! Reads XML as a tree of elements with their spans, within limits, and writes elements.
//!
//! The only module that uses `quick-xml`. Documents with a DOCTYPE are refused, so that there are no entities but the
//! five of XML. Comments and processing instructions are skipped.

mod read;
mod write;

use diagnostics::Span;
use ecow::EcoString;

pub(crate) use read::read;
pub use write::Unwritable;
pub(crate) use write::Writer;

/// The namespace of `xsi:type`.
pub(crate) const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// The namespace of `xmi:id`.
pub(crate) const XMI: &str = "http://www.omg.org/XMI";

/// How deep elements may be nested. The deepest logic that the parser accepts stays below it.
pub(crate) const MAX_DEPTH: usize = 1600;

/// How much of the stack recursion over a tree of that depth takes at most, in unoptimized builds.
pub(crate) const STACK: usize = 64 << 20;
/// The maximum size of a document: a hundred thousand instances take about twenty million bytes.
pub(crate) const MAX_BYTES: usize = 64 * 1024 * 1024;

#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: Name,
    /// Its attributes, without those that declare namespaces.
    pub(crate) attributes: Vec<Attribute>,
    /// The value of `xsi:type` or `xmi:type`.
    pub(crate) type_name: Option<Name>,
    /// The elements in it.
    pub(crate) children: Vec<Element>,
    /// The text in it, of all pieces.
    pub(crate) text: EcoString,
    /// The span of its start tag.
    pub(crate) span: Span,
}

/// A name with its namespace, which may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Name {
    pub(crate) namespace: EcoString,
    pub(crate) local: EcoString,
}

#[derive(Debug)]
pub(crate) struct Attribute {
    pub(crate) name: Name,
    pub(crate) value: EcoString,
}

impl Element {
    /// The value of an attribute that has no namespace.
    pub(crate) fn attribute(&self, local: &str) -> Option<&EcoString> {
        self.qualified("", local)
    }

    /// The value of an attribute of a namespace.
    pub(crate) fn qualified(&self, namespace: &str, local: &str) -> Option<&EcoString> {
        let found = self.attributes.iter().find(|known| known.name.local == local && known.name.namespace == namespace);
        found.map(|attribute| &attribute.value)
    }

    /// Whether it is null: `xsi:nil="true"`.
    pub(crate) fn is_nil(&self) -> bool {
        self.qualified(XSI, "nil").is_some_and(|value| value == "true" || value == "1")
    }
}
