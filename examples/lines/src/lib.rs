//! `mail_alias`: mail aliases, as in `/etc/aliases`.
//!
//! Shows the layer for files of lines. Comments, order and unknown lines stay as they are, however many aliases are
//! managed. Changes are made in memory, and `batch: true` writes the file once for all of them.

use std::{collections::HashMap, path::PathBuf};

use resource_api::{
    Attribute, Changes, Context, Outcome, Provider, ProviderEntry, Request, ResourceType, State, TypeDefinition,
    line_file::{Line, LineFiles, LineFormat, RecordId},
    pcore::Value,
    provider,
};

/// Lines such as `postmaster: root, alice`.
#[derive(Clone)]
struct AliasLines;

impl LineFormat for AliasLines {
    type Record = State;

    fn parse(&self, line: &str) -> Line<State> {
        if line.trim().is_empty() || line.starts_with('#') {
            return Line::Other;
        }
        let Some((name, recipients)) = line.split_once(':').filter(|(name, _)| !name.trim().is_empty()) else {
            return Line::Bad("expected a name, a colon and recipients".into());
        };
        let recipients: Vec<Value> = recipients.split(',').map(|recipient| Value::from(recipient.trim())).collect();
        Line::Record(State::new().with("name", name.trim()).with("recipients", recipients))
    }

    fn print(&self, alias: &State) -> String {
        let recipients = match alias.get("recipients") {
            Some(Value::Array(recipients)) => {
                recipients.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
            }
            _ => String::new(),
        };
        format!("{}: {recipients}", alias.text("name").unwrap_or_default())
    }
}

struct Aliases {
    path: PathBuf,
    files: LineFiles<AliasLines>,
}

#[provider]
impl Provider for Aliases {
    fn get(&mut self, context: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        let file = self.files.open(&self.path)?;
        for problem in file.problems() {
            context.warning(format!("{}: {problem}", self.path.display()));
        }
        Ok(file.records().map(|(_, alias)| alias.clone().with("ensure", "present")).collect())
    }

    /// Changes the file in memory. All records are indexed once, instead of searching them for each alias.
    fn set(&mut self, _: &Context, changes: &Changes) -> Outcome {
        let file = self.files.open(&self.path)?;
        let name_of = |(id, alias): (RecordId, &State)| Some((alias.text("name")?.to_owned(), id));
        let known: HashMap<String, RecordId> = file.records().filter_map(name_of).collect();
        for change in changes {
            let Some(should) = &change.should else { continue };
            match (should.text("ensure"), known.get(change.name.name())) {
                (Some("absent"), Some(id)) => drop(file.remove(*id)),
                (Some("absent"), None) => {}
                (_, Some(id)) => drop(file.change(*id, change.target())),
                (_, None) => drop(file.add(change.target())),
            }
        }
        Ok(())
    }

    /// Replaces the file atomically. It keeps its owner and mode; a failure leaves it as it was.
    fn flush(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(self.files.save(&self.path)?)
    }
}

/// The type, for the aliases in a file.
pub fn mail_alias(path: PathBuf) -> Outcome<ResourceType> {
    // A value must not become a second line, or another alias.
    let word = r"Pattern[/\A[^\s,:#]+\z/]";
    let definition = TypeDefinition::builder("mail_alias")
        .desc("Who gets the mail of a name.")
        .extra("batch", true)
        .attribute("name", Attribute::builder(word).desc("The name that mail is sent to.").namevar())
        .attribute("ensure", Attribute::builder("Enum[present, absent]").default("present").desc("Whether it exists."))
        .attribute("recipients", Attribute::builder(format!("Optional[Array[{word}, 1]]")).desc("Who gets the mail."))
        .build()?;
    let provider =
        ProviderEntry::new("aliases", move |_| Ok(Aliases { path: path.clone(), files: LineFiles::new(AliasLines) }));
    Ok(ResourceType::new(definition).with_provider(provider))
}
