//! The commands that change a user. They are Puppet's, except that passwords are never arguments.

use std::path::Path;

use pcore::Value;
use resource_api::{Context, Failure, Outcome, State, command::is_executable, render::interpolate};

use super::compare::{group_number, target_groups};
use crate::{
    program,
    subject::{is_true, joined, several, unwrap_sensitive},
};

/// A user that is changed.
pub(super) struct User<'u> {
    pub(super) context: &'u Context,
    pub(super) name: &'u str,
    pub(super) should: &'u State,
}

/// The options of `useradd`, sorted by property.
const USERADD_OPTIONS: [(&str, &str); 7] = [
    ("comment", "-c"),
    ("expiry", "-e"),
    ("gid", "-g"),
    ("groups", "-G"),
    ("home", "-d"),
    ("shell", "-s"),
    ("uid", "-u"),
];

const CHAGE_OPTIONS: [(&str, &str); 3] =
    [("password_min_age", "-m"), ("password_max_age", "-M"), ("password_warn_days", "-W")];

impl User<'_> {
    /// Creates the user, who may already be a member of groups.
    pub(super) fn create(&self, groups: &[String]) -> Outcome {
        self.check_shell()?;
        let failed = |failure: Failure| Failure::new(format!("Could not create user {}: {failure}", self.name));
        program::run_checked(self.context, "useradd", &self.useradd_arguments(groups)).map_err(failed)?;
        let mut ages: Vec<String> = Vec::new();
        for (property, option) in CHAGE_OPTIONS {
            if let Some(days) = self.should.known(property) {
                ages.extend([option.to_owned(), interpolate(days)]);
            }
        }
        if !ages.is_empty() {
            ages.push(self.name.to_owned());
            program::run_checked(self.context, "chage", &ages).map_err(failed)?;
        }
        match self.should.known("password") {
            Some(password) => self.set_password(password),
            None => Ok(()),
        }
    }

    pub(super) fn useradd_arguments(&self, groups: &[String]) -> Vec<String> {
        let mut arguments = Vec::new();
        let has_group_of_its_name = || group_number(self.context, &Value::from(self.name)).is_some();
        if self.should.known("gid").is_none() && has_group_of_its_name() {
            arguments.extend(["-g".to_owned(), self.name.to_owned()]);
        }
        for (property, option) in USERADD_OPTIONS {
            let Some(target) = self.should.known(property) else { continue };
            let value = match property {
                "expiry" => date(target),
                "groups" => target_groups(self.should, groups).join(","),
                "gid" => several(target).first().map(interpolate).unwrap_or_default(),
                _ => interpolate(unwrap_sensitive(target)),
            };
            if !value.is_empty() || property == "expiry" {
                arguments.extend([option.to_owned(), value]);
            }
        }
        arguments.extend(self.duplicate());
        arguments.push(if is_true(self.should, "managehome") { "-m" } else { "-M" }.to_owned());
        arguments.extend(is_true(self.should, "system").then(|| "-r".to_owned()));
        arguments.push(self.name.to_owned());
        arguments
    }

    pub(super) fn delete(&self) -> Outcome {
        let mut arguments = Vec::new();
        arguments.extend(is_true(self.should, "managehome").then_some("-r"));
        arguments.push(self.name);
        let failed = |failure: Failure| Failure::new(format!("Could not delete user {}: {failure}", self.name));
        program::run_checked(self.context, "userdel", &arguments).map_err(failed)
    }

    /// Changes one property.
    pub(super) fn change(&self, property: &str, is: &State) -> Outcome {
        let Some(target) = self.should.known(property) else { return Ok(()) };
        match property {
            "password" => return self.set_password(target),
            "shell" => self.check_shell()?,
            _ => {}
        }
        if let Some((_, option)) = CHAGE_OPTIONS.iter().find(|(age, _)| *age == property) {
            return self.modify("chage", property, option, interpolate(target));
        }
        let Some((_, option)) = USERADD_OPTIONS.iter().find(|(known, _)| *known == property) else { return Ok(()) };
        let value = match property {
            "expiry" => date(target),
            "gid" => self.group(target)?,
            "groups" => {
                let is = is.known("groups").map(several).unwrap_or_default();
                let groups = target_groups(self.should, &is.iter().map(interpolate).collect::<Vec<_>>()).join(",");
                if groups.contains(char::is_whitespace) {
                    return Err(Failure::new(format!("Invalid value {groups}: Groups must be comma-separated")));
                }
                groups
            }
            _ => interpolate(unwrap_sensitive(target)),
        };
        self.modify("usermod", property, option, value)
    }

    fn modify(&self, tool: &str, property: &str, option: &str, value: String) -> Outcome {
        let mut arguments = vec![option.to_owned(), value];
        if property == "uid" {
            arguments.extend(self.duplicate());
        }
        arguments.push(self.name.to_owned());
        let failed =
            |failure: Failure| Failure::new(format!("Could not set {property} on user[{}]: {failure}", self.name));
        program::run_checked(self.context, tool, &arguments).map_err(failed)
    }

    /// The option that allows a number to be used twice.
    fn duplicate(&self) -> Option<String> {
        is_true(self.should, "allowdupe").then(|| "-o".to_owned())
    }

    /// The number of the first of these groups that exists.
    fn group(&self, target: &Value) -> Outcome<String> {
        let groups = several(target);
        let number = groups.iter().find_map(|group| group_number(self.context, group));
        number
            .map(|number| number.to_string())
            .ok_or_else(|| Failure::new(format!("Could not find group(s) {}", joined(&groups, ","))))
    }

    /// Sets the password hash. It is passed as input, since every user can read arguments.
    fn set_password(&self, password: &Value) -> Outcome {
        let line = Value::sensitive(format!("{}:{}\n", self.name, interpolate(unwrap_sensitive(password))).into());
        let tool = program::find("chpasswd").map_or_else(|| "chpasswd".to_owned(), |path| path.display().to_string());
        let result = program::execute(self.context, &[tool, "-e".to_owned()], |execution| {
            Ok(program::in_english(execution)?.stdin(&line))
        })?;
        match result.is_success() && result.output.is_empty() {
            true => Ok(()),
            false => Err(Failure::new(format!("chpasswd failed: {}", result.output))),
        }
    }

    /// Refuses a shell that does not exist or cannot be executed.
    fn check_shell(&self) -> Outcome {
        let Some(shell) = self.should.text("shell") else { return Ok(()) };
        if !Path::new(shell).exists() {
            return Err(Failure::new(format!("Shell {shell} must exist")));
        }
        if !is_executable(Path::new(shell)) {
            return Err(Failure::new(format!("Shell {shell} must be executable")));
        }
        Ok(())
    }
}

/// A date for the tools; empty if the account never expires.
fn date(target: &Value) -> String {
    if matches!(target, Value::Symbol(_)) { String::new() } else { interpolate(target) }
}
