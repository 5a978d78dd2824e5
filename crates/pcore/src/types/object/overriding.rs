//! When a member may override an inherited one.

use super::{MemberLabel, ObjectError, attribute::Member};

/// Checks a member of the type called `owner` against what it inherits under the same name.
pub(super) fn check(
    owner: &str,
    member: Member<'_>,
    inherited: Option<(MemberLabel, Member<'_>)>,
) -> Result<(), ObjectError> {
    let Some((inherited_label, inherited)) = inherited else {
        return if member.overrides() { Err(ObjectError::NothingToOverride(member.label(owner))) } else { Ok(()) };
    };
    let label = member.label(owner);
    if label.feature != inherited_label.feature {
        return Err(ObjectError::OverridesOtherFeature { member: label, inherited: inherited_label });
    }
    if inherited.is_final() && !(inherited.is_constant() && member.is_constant()) {
        return Err(ObjectError::OverridesFinal { member: label, inherited: inherited_label });
    }
    if !member.overrides() {
        return Err(ObjectError::OverridesSilently { member: label, inherited: inherited_label });
    }
    if !inherited.member_type().accepts(member.member_type()) {
        return Err(ObjectError::OverridesType { member: label, inherited: inherited_label });
    }
    Ok(())
}
