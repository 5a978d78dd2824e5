//! When a member may override an inherited one.

use super::{MemberLabel, ObjectError, attribute::Member};

/// Checks a member of the type called `owner` against what it inherits under the same name.
pub(super) fn check(
    owner: &str,
    member: Member<'_>,
    inherited: Option<(MemberLabel, Member<'_>)>,
) -> Result<(), ObjectError> {
    let label = member.label(owner);
    let Some((inherited_label, inherited)) = inherited else {
        return if member.overrides { Err(ObjectError::NothingToOverride(label)) } else { Ok(()) };
    };
    let problem = if label.feature != inherited_label.feature {
        inherited_label.to_string()
    } else if inherited.is_final && !(inherited.is_constant && member.is_constant) {
        format!("final {inherited_label}")
    } else if !member.overrides {
        format!("{inherited_label} without having override => true")
    } else if !inherited.member_type.accepts(member.member_type) {
        format!("{inherited_label} with a type that does not match")
    } else {
        return Ok(());
    };
    Err(ObjectError::Override { member: label, inherited: problem })
}
