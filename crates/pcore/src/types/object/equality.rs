//! Which attributes are compared by equality.
//!
//! Each type of an inheritance chain adds its own: those it lists as `equality`, or all but constants.

use super::{ObjectError, ObjectType, attribute::Feature};
use ecow::EcoString;

impl ObjectType {
    /// Returns the names that the definition lists as `equality`.
    pub fn equality(&self) -> Option<&[EcoString]> {
        self.equality.as_deref()
    }

    /// Returns whether an attribute is compared by equality.
    pub fn counts_for_equality(&self, name: &str) -> bool {
        self.ancestry().any(|object| match &object.equality {
            Some(listed) => listed.iter().any(|attribute| attribute == name),
            None => object.attributes.iter().any(|attribute| attribute.name == name && !attribute.is_constant()),
        })
    }

    /// Returns whether instances of different types are never equal: the default, unless the type and all its ancestors
    /// disable it.
    pub fn equality_includes_type(&self) -> bool {
        self.ancestry().any(|object| object.equality_include_type)
    }

    /// Checks the `equality` of a definition.
    pub(super) fn check_equality(&self) -> Result<(), ObjectError> {
        let Some(listed) = self.equality.as_deref().filter(|listed| !listed.is_empty()) else { return Ok(()) };
        if !self.equality_include_type {
            return Err(ObjectError::EqualityWithoutType);
        }
        listed.iter().try_for_each(|name| self.check_compared(name))
    }

    fn check_compared(&self, name: &EcoString) -> Result<(), ObjectError> {
        let refused = |named: String| Err(ObjectError::Equality { object: self.label().into(), named });
        // The parent's equality counts, even if this type overrides the attribute.
        let inherited = self.parent_object().and_then(|parent| parent.member(name));
        let is_inherited = inherited.is_some();
        let Some((label, member)) = inherited.or_else(|| self.member(name)) else {
            return refused(format!("non existent attribute '{name}'"));
        };
        if member.feature == Feature::Function {
            return refused(format!("{label}. Only attribute references are allowed"));
        }
        if is_inherited {
            let ancestors = self.ancestry().skip(1);
            if let Some(topmost) = ancestors.take_while(|ancestor| ancestor.counts_for_equality(name)).last() {
                return refused(format!("{label} which is included in equality of {}", topmost.label()));
            }
        }
        if member.is_constant {
            return refused(format!("constant {label}. Reference to constant is not allowed in equality"));
        }
        Ok(())
    }
}
