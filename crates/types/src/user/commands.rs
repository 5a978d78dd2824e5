//! What is executed to change a user: the commands that Puppet executes, but for passwords, which it names in arguments.

use std::path::Path;

use pcore::Value;
use resource_api::{Context, Failure, Outcome, State, command::is_executable, render::interpolate};

use super::compare::{group_number, wanted_groups};
use crate::{
    account::tools,
    parsed::{opened, several},
    program,
};

/// One user that is to be changed.
pub(super) struct User<'u> {
    pub(super) context: &'u Context,
    pub(super) name: &'u str,
    pub(super) should: &'u State,
}

/// The options of `useradd`, in the order of the names of properties.
const ADDED: [(&str, &str); 7] = [
    ("comment", "-c"),
    ("expiry", "-e"),
    ("gid", "-g"),
    ("groups", "-G"),
    ("home", "-d"),
    ("shell", "-s"),
    ("uid", "-u"),
];

/// The options of `chage`.
const AGES: [(&str, &str); 3] = [("password_min_age", "-m"), ("password_max_age", "-M"), ("password_warn_days", "-W")];

impl User<'_> {
    /// Makes the user, whom groups may name already.
    pub(super) fn create(&self, groups: &[String]) -> Outcome {
        self.check_shell()?;
        let failed = |failure: Failure| Failure::new(format!("Could not create user {}: {failure}", self.name));
        program::succeed(self.context, "useradd", &tools::words(&self.adding(groups))).map_err(failed)?;
        let mut ages: Vec<String> = Vec::new();
        for (property, option) in AGES {
            if let Some(days) = self.should.known(property) {
                ages.extend([option.to_owned(), interpolate(days)]);
            }
        }
        if !ages.is_empty() {
            ages.push(self.name.to_owned());
            program::succeed(self.context, "chage", &tools::words(&ages)).map_err(failed)?;
        }
        match self.should.known("password") {
            Some(password) => self.set_password(password),
            None => Ok(()),
        }
    }

    /// The arguments of `useradd`.
    pub(super) fn adding(&self, groups: &[String]) -> Vec<String> {
        let mut arguments = Vec::new();
        let has_group_of_its_name = || group_number(self.context, &Value::from(self.name)).is_some();
        if self.should.known("gid").is_none() && has_group_of_its_name() {
            arguments.extend(["-g".to_owned(), self.name.to_owned()]);
        }
        for (property, option) in ADDED {
            let Some(wanted) = self.should.known(property) else { continue };
            let value = match property {
                "expiry" => date(wanted),
                "groups" => wanted_groups(self.should, groups).join(","),
                "gid" => several(wanted).first().map(interpolate).unwrap_or_default(),
                _ => interpolate(opened(wanted)),
            };
            if !value.is_empty() || property == "expiry" {
                arguments.extend([option.to_owned(), value]);
            }
        }
        arguments.extend(self.duplicate());
        arguments.push(if tools::is_on(self.should, "managehome") { "-m" } else { "-M" }.to_owned());
        arguments.extend(tools::is_on(self.should, "system").then(|| "-r".to_owned()));
        arguments.push(self.name.to_owned());
        arguments
    }

    pub(super) fn delete(&self) -> Outcome {
        let mut arguments = Vec::new();
        arguments.extend(tools::is_on(self.should, "managehome").then_some("-r"));
        arguments.push(self.name);
        let failed = |failure: Failure| Failure::new(format!("Could not delete user {}: {failure}", self.name));
        program::succeed(self.context, "userdel", &arguments).map_err(failed)
    }

    /// Brings one property to what it should be.
    pub(super) fn change(&self, property: &str, is: &State) -> Outcome {
        let Some(wanted) = self.should.known(property) else { return Ok(()) };
        match property {
            "password" => return self.set_password(wanted),
            "shell" => self.check_shell()?,
            _ => {}
        }
        if let Some((_, option)) = AGES.iter().find(|(age, _)| *age == property) {
            return self.modify("chage", property, option, interpolate(wanted));
        }
        let Some((_, option)) = ADDED.iter().find(|(known, _)| *known == property) else { return Ok(()) };
        let value = match property {
            "expiry" => date(wanted),
            "gid" => self.group(wanted)?,
            "groups" => {
                let is = is.known("groups").map(several).unwrap_or_default();
                let groups = wanted_groups(self.should, &is.iter().map(interpolate).collect::<Vec<_>>()).join(",");
                if groups.contains(char::is_whitespace) {
                    return Err(Failure::new(format!("Invalid value {groups}: Groups must be comma-separated")));
                }
                groups
            }
            _ => interpolate(opened(wanted)),
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
        program::succeed(self.context, tool, &tools::words(&arguments)).map_err(failed)
    }

    /// The option for a number that another user may have, too.
    fn duplicate(&self) -> Option<String> {
        tools::is_on(self.should, "allowdupe").then(|| "-o".to_owned())
    }

    /// The number of the first group of those that are given which is there.
    fn group(&self, wanted: &Value) -> Outcome<String> {
        let groups = several(wanted);
        let number = groups.iter().find_map(|group| group_number(self.context, group));
        number.map(|number| number.to_string()).ok_or_else(|| {
            let names: Vec<String> = groups.iter().map(interpolate).collect();
            Failure::new(format!("Could not find group(s) {}", names.join(",")))
        })
    }

    /// Sets the hash of the password, which everybody could read were it an argument.
    fn set_password(&self, password: &Value) -> Outcome {
        let line = Value::sensitive(format!("{}:{}\n", self.name, interpolate(opened(password))).into());
        let tool = program::find("chpasswd").map_or_else(|| "chpasswd".to_owned(), |path| path.display().to_string());
        let told = program::execute(self.context, &[tool, "-e".to_owned()], |execution| {
            Ok(program::in_english(execution)?.stdin(&line))
        })?;
        match told.is_success() && told.output.is_empty() {
            true => Ok(()),
            false => Err(Failure::new(format!("chpasswd said {}", told.output))),
        }
    }

    /// Refuses a shell with which nobody could log in.
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

/// A date as the tools know it: nothing, where the account never ends.
fn date(wanted: &Value) -> String {
    if matches!(wanted, Value::Symbol(_)) { String::new() } else { interpolate(wanted) }
}
