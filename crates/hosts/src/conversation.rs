//! What a provider reports and asks while it serves a request: the context methods of the Resource API, driven from
//! outside.

#[cfg(test)]
mod tests;

use devices::credentials;
use ecow::{EcoString, eco_format};
use pcore::{Hash, Value, mismatch, parse_type_with};
use protocol::{
    Data, ErrorData, ErrorKind, ErrorObject, Fault, Payload,
    notices::{self, Notice, Phase},
    runtime::{Answer, CatalogEntry, Question},
};
use resource_api::{
    Context, Failure, Outcome, TypeDefinition,
    context::{Action, Relay},
    log::{Level, Log},
};

use crate::{
    Caller, CallerError, Dialect, Host, Runtime,
    budget::{Budget, MAX_BYTES, MAX_LINES, MAX_NOTICES, MAX_PARTS, Verdict},
    connection::cut,
    nesting::Nesting,
};

/// How much of a stray line is shown.
const MAX_STRAY_LENGTH: usize = 200;

/// One request, as far as the provider has something to say about it.
pub(crate) struct Conversation<'c> {
    pub(crate) provider: &'c str,
    pub(crate) log: &'c Log,
    pub(crate) context: Option<&'c Context>,
    pub(crate) runtime: &'c dyn Runtime,
    pub(crate) dialect: Dialect,
    /// Who called the function that is asked for.
    pub(crate) caller: Option<&'c dyn Caller>,
    /// Resources that came before the answer.
    pub(crate) resources: Vec<Data>,
    /// What the provider did that it must not do.
    pub(crate) failure: Option<Failure>,
    /// Whether the provider serves other requests meanwhile, whose blocks are open, too.
    has_others: bool,
    /// Which of the processes of the host was asked.
    pub(crate) generation: usize,
    /// What the provider may still log.
    budget: &'c Budget,
    nesting: &'c Nesting,
    /// How many notices came that mean more than a line of the log.
    notices: u64,
    /// How many bytes of resources came before the answer.
    part_bytes: u64,
}

impl<'c> Conversation<'c> {
    pub(crate) fn new(host: &'c Host, log: &'c Log, context: Option<&'c Context>) -> Conversation<'c> {
        Conversation {
            provider: &host.launch().name,
            log,
            context,
            runtime: host.runtime(),
            dialect: host.launch().dialect,
            caller: None,
            resources: Vec::new(),
            failure: None,
            has_others: false,
            generation: 0,
            budget: host.budget(),
            nesting: host.nesting(),
            notices: 0,
            part_bytes: 0,
        }
    }

    /// This conversation as one of several at a time.
    pub(crate) fn concurrent(self) -> Conversation<'c> {
        Conversation { has_others: true, ..self }
    }

    /// This conversation on behalf of the caller of a function.
    pub(crate) fn called_by(self, caller: Option<&'c dyn Caller>) -> Conversation<'c> {
        Conversation { caller, ..self }
    }

    /// Values that the provider sent.
    fn values(&self, data: Vec<Data>) -> Result<Vec<Value>, Fault> {
        data.into_iter().map(|value| self.value(value)).collect()
    }

    /// Whether a line of that many bytes may be logged. That the provider has used up its budget is reported once.
    fn may_log(&self, level: Level, bytes: usize) -> bool {
        // A line that no log takes is free.
        if !self.log.wants(level) {
            return true;
        }
        match self.budget.spend(bytes) {
            Verdict::Logged => true,
            Verdict::Dropped => false,
            Verdict::FirstDropped => {
                let message = format!(
                    "the provider '{}' logs too much: more than {MAX_LINES} lines or {} MiB; what it says beyond that \
                     is dropped",
                    self.provider,
                    MAX_BYTES >> 20
                );
                self.log.line(Level::Warning, &message);
                false
            }
        }
    }

    /// Takes a line on stdout that is not a message.
    pub(crate) fn stray_line(&self, line: &str) {
        if !self.may_log(Level::Warning, line.len().min(MAX_STRAY_LENGTH)) {
            return;
        }
        let line = self.log.scrubber().scrub(line);
        let message = format!("the provider '{}' wrote to its stdout: {}", self.provider, cut(&line, MAX_STRAY_LENGTH));
        self.log.line(Level::Warning, &message);
    }

    /// Takes a line on stderr.
    pub(crate) fn words(&self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let (level, line) = match notices::Level::of_line(line) {
            Some((said, rest)) => (level(said), rest),
            None => (Level::Warning, line),
        };
        if !self.may_log(level, line.len()) {
            return;
        }
        self.log.line(level, &format!("{}: {line}", self.provider));
    }

    /// Takes a notification.
    pub(crate) fn notification(&mut self, id: u64, method: &str, params: &Payload) -> Result<(), Fault> {
        let notice = Notice::read(method, params)?;
        let counts = |notice: &Notice| {
            matches!(notice, Notice::Secret(_) | Notice::Status(_) | Notice::AttributeChanged(_) | Notice::Failed(_))
        };
        self.notices += u64::from(counts(&notice));
        if self.notices > MAX_NOTICES {
            return Err(Fault::TooMuch { what: "notices", limit: MAX_NOTICES });
        }
        let outcome = match notice {
            Notice::Resources(part) => {
                if part.id != id {
                    return Err(Fault::UnknownId { id: part.id.to_string() });
                }
                self.part_bytes += u64::try_from(params.text().len()).unwrap_or(u64::MAX);
                if self.part_bytes > MAX_PARTS {
                    return Err(Fault::TooMuch { what: "bytes of resources", limit: MAX_PARTS });
                }
                self.resources.extend(part.resources);
                Ok(())
            }
            Notice::Output(output) => {
                if self.may_log(Level::Notice, output.text.len()) {
                    self.runtime.print(output.stream, &self.log.scrubber().scrub(&output.text));
                }
                Ok(())
            }
            Notice::Secret(secret) => {
                // Reading it is enough: what is tagged as a secret is known from then on.
                self.value(secret.value)?;
                Ok(())
            }
            Notice::Log(line) => self.line(line)?,
            Notice::Progress(progress) => {
                let total = progress.total.map(|total| format!(" of {total}")).unwrap_or_default();
                let message = progress.message.map(|message| format!(": {message}")).unwrap_or_default();
                self.tell(Level::Debug, &format!("{}{total} done{message}", progress.done));
                Ok(())
            }
            Notice::Status(status) => self.status(status)?,
            Notice::AttributeChanged(changed) => self.attribute(changed)?,
            Notice::Failed(failed) => {
                let titles = self.titles(failed.names)?;
                self.context.map_or(Ok(()), |context| Relay::new(context).mark_failed(titles))
            }
            Notice::Unknown(name) => {
                self.tell(Level::Debug, &format!("unknown message '{name}' from the provider"));
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(failure) = outcome {
            self.failure.get_or_insert(failure);
        }
        Ok(())
    }

    fn tell(&self, level: Level, message: &str) {
        if !self.may_log(level, message.len()) {
            return;
        }
        match self.context {
            Some(context) if self.has_others => Relay::new(context).message_concurrent(level, message),
            Some(context) => context.message(level, message),
            None => self.log.line(level, &format!("{}: {message}", self.provider)),
        }
    }

    /// The source of a line with what contains it: the process knows resources, but not what contains them.
    fn located(&self, source: &str) -> EcoString {
        let Some(turn) = self.context.and_then(Context::current_resource) else { return source.into() };
        let before_title = turn.path.strip_suffix(&*format!("[{}]", turn.title));
        let reference = before_title.and_then(|before| before.rfind('/')).and_then(|start| turn.path.get(start..));
        match reference.and_then(|reference| source.strip_prefix(reference)) {
            Some(property) => eco_format!("{}{property}", turn.path),
            None => source.into(),
        }
    }

    fn line(&self, line: notices::Log) -> Result<Outcome, Fault> {
        let level = level(line.level);
        if self.dialect == Dialect::Ruby {
            if !self.may_log(level, line.message.len()) {
                return Ok(Ok(()));
            }
            let source = line.source.as_deref().filter(|source| *source != "Puppet").map(|source| self.located(source));
            match self.caller {
                Some(caller) => caller.log(level, source.as_deref(), &line.message),
                None => self.log.write(level, source.as_deref(), &line.message),
            }
            return Ok(Ok(()));
        }
        match (line.names, self.context) {
            (Some(names), Some(context)) => {
                if !self.may_log(level, line.message.len()) {
                    return Ok(Ok(()));
                }
                let titles = self.titles(names)?;
                Ok(Relay::new(context).log_arguments(level, &[titles, line.message.into()]))
            }
            _ => {
                self.tell(level, &line.message);
                Ok(Ok(()))
            }
        }
    }

    fn status(&self, status: notices::Status) -> Result<Outcome, Fault> {
        let titles = self.titles(status.names)?;
        let Some(relay) = self.context.map(Relay::new) else { return Ok(Ok(())) };
        if status.phase != Phase::Start {
            // There may be blocks of several requests at a time.
            relay.select_block(&titles);
        }
        let (action, word) = match status.action {
            notices::Action::Creating => (Action::Creating, None),
            notices::Action::Updating => (Action::Updating, None),
            notices::Action::Deleting => (Action::Deleting, None),
            notices::Action::Failing => (Action::Failing, None),
            notices::Action::Processing => (Action::Updating, Some("Processing")),
        };
        Ok(match status.phase {
            Phase::Start => relay.begin_block(action, titles, status.message.as_deref().or(word)),
            Phase::Finish => relay.end_block(Ok(())),
            Phase::Fail => {
                let reason = status.message.unwrap_or_else(|| "no reason given".to_owned());
                relay.end_block(Err(Failure::new(reason)))
            }
        })
    }

    fn attribute(&self, changed: notices::AttributeChanged) -> Result<Outcome, Fault> {
        let (title, is, should) = (self.titles(changed.name)?, self.value(changed.is)?, self.value(changed.should)?);
        let Some(context) = self.context else { return Ok(Ok(())) };
        let attribute = &changed.attribute;
        Ok(match changed.message {
            Some(message) => context.attribute_changed_as(title, attribute, is, should, &message),
            None => context.attribute_changed(title, attribute, is, should),
        })
    }

    /// A value that the provider sent. What is secret in it stays so.
    pub(crate) fn value(&self, data: Data) -> Result<Value, Fault> {
        let value = data.value(self.runtime.names());
        let value = value.map_err(|error| Fault::WrongShape { reason: error.to_string() })?;
        self.log.scrubber().learn(&value);
        Ok(value)
    }

    /// Identities as titles: the value of a single namevar, or a map of several.
    fn titles(&self, names: Data) -> Result<Value, Fault> {
        let names = self.value(names)?;
        Ok(match (&names, self.context) {
            (Value::Array(items), Some(context)) => {
                items.iter().map(|item| title(context.definition(), item)).collect()
            }
            (single, Some(context)) => title(context.definition(), single),
            (_, None) => names,
        })
    }

    /// Answers a question.
    pub(crate) fn question(&self, method: &str, params: &Payload) -> Result<Answer, ErrorObject> {
        let wrong = |fault: Fault| ErrorObject {
            code: ErrorObject::WRONG_PARAMETERS,
            message: format!("{method}: {fault}"),
            data: None,
        };
        match Question::read(method, params).map_err(wrong)? {
            Question::Fact(fact) => Ok(Answer::Value(self.runtime.fact(&fact.name))),
            Question::Setting(setting) => match self.setting(&setting.name) {
                Some(value) => Ok(Answer::Value(value)),
                None => {
                    let message = format!("Attempt to assign or read undefined setting '{}'", setting.name);
                    Err(ErrorObject::new(ErrorKind::NotFound, message))
                }
            },
            Question::TypeCheck(check) => {
                let value = self.value(check.value).map_err(wrong)?;
                self.type_check(&check.type_text, &value)
            }
            Question::TypeParse(parse) => self.parsed(&parse.type_text).map(Answer::Parsed),
            Question::TypeDefinition(of) => {
                let definition = self.runtime.definition(&of.name).unwrap_or_default();
                Ok(Answer::Value(if self.dialect == Dialect::Ruby { symbolized(&definition) } else { definition }))
            }
            Question::Instances(of) => {
                if self.nesting.is_listing(&of.type_text) {
                    let message = format!(
                        "{method}: the resources of '{}' cannot be listed while they are being listed or the type is being \
                         loaded: what does that must not ask for them, directly or through other providers",
                        of.type_text
                    );
                    return Err(ErrorObject::new(ErrorKind::Invalid, message));
                }
                let listed = self.runtime.instances(&of.type_text).map_err(|failure| self.refused(&failure))?;
                Ok(Answer::Resources(listed))
            }
            Question::Catalog(query) => Ok(Answer::Resources(self.catalog(query.query.as_deref().unwrap_or(&query)))),
            Question::CallFunction(call) => {
                let arguments = self.values(call.args).map_err(wrong)?;
                let value = match self.caller {
                    Some(caller) => caller.call_function(&call.name, &arguments).map_err(|error| self.failed(error)),
                    None => self.runtime.call_function(&call.name, arguments).map_err(|failure| self.refused(&failure)),
                };
                value.map(Answer::Value)
            }
            Question::CallBlock(call) => {
                let arguments = self.values(call.args).map_err(wrong)?;
                let caller = self.caller.ok_or_else(|| ErrorObject::unknown_method(method))?;
                caller.call_block(&arguments).map(Answer::Value).map_err(|error| self.failed(error))
            }
            Question::Variable(variable) => {
                let caller = self.caller.ok_or_else(|| ErrorObject::unknown_method(method))?;
                caller.variable(&variable.name).map(Answer::Value).map_err(|error| self.failed(error))
            }
            Question::SetVariable(variable) => {
                let caller = self.caller.ok_or_else(|| ErrorObject::unknown_method(method))?;
                let value = self.value(variable.value).map_err(wrong)?;
                let set = caller.set_variable(&variable.name, value);
                set.map(|()| Answer::Value(Value::Undef)).map_err(|error| self.failed(error))
            }
            Question::ReplaceVariable(variable) => {
                let caller = self.caller.ok_or_else(|| ErrorObject::unknown_method(method))?;
                let value = self.value(variable.value).map_err(wrong)?;
                caller.replace_variable(&variable.name, value);
                Ok(Answer::Value(Value::Undef))
            }
            Question::Hocon(file) => self.credentials(&file).map(Answer::Value),
            Question::Variables(wanted) => {
                let caller = self.caller.ok_or_else(|| ErrorObject::unknown_method(method))?;
                let found = caller.variables(wanted.names.as_deref()).into_iter();
                Ok(Answer::Value(Value::hash(found.map(|(name, value)| (Value::String(name), value)))))
            }
            Question::Unknown(name) => Err(ErrorObject::unknown_method(&name)),
            _ => Err(ErrorObject::unknown_method(method)),
        }
    }

    /// A setting: what the run has of its own counts more.
    fn setting(&self, name: &str) -> Option<Value> {
        self.runtime.setting(name).or_else(|| self.context.and_then(|context| context.setting(name)).map(Value::from))
    }

    /// The content of a file with credentials. Values whose keys look like passwords are secrets from now on, even if a schema does not mark them.
    fn credentials(&self, file: &protocol::runtime::FileText) -> Result<Value, ErrorObject> {
        let info = credentials::parse(&file.text, file.path.as_ref())
            .map_err(|error| ErrorObject::new(ErrorKind::Invalid, error.to_string()))?;
        credentials::each_secret(&info, &mut |secret| self.log.scrubber().learn_secret(secret));
        Ok(info.into())
    }

    fn refused(&self, failure: &Failure) -> ErrorObject {
        ErrorObject::new(ErrorKind::Failed, self.log.scrubber().scrub(&failure.to_string()))
    }

    /// The error of a caller, with the number by which it is known when it comes back.
    fn failed(&self, error: CallerError) -> ErrorObject {
        let data = ErrorData { passed_on: Some(error.number), kind: Some(ErrorKind::Failed), ..ErrorData::default() };
        let message = self.log.scrubber().scrub(&error.message).into_owned();
        ErrorObject { code: ErrorObject::FAILED, message, data: Some(Box::new(data)) }
    }

    fn type_check(&self, text: &str, value: &Value) -> Result<Answer, ErrorObject> {
        let wanted = self.parsed(text)?;
        let message = mismatch::explain("", &wanted, value).map(|message| message.trim_start().to_owned());
        Ok(Answer::Checked(message))
    }

    fn parsed(&self, text: &str) -> Result<pcore::Type, ErrorObject> {
        parse_type_with(text, self.runtime.names())
            .map_err(|diagnostic| ErrorObject::new(ErrorKind::Invalid, diagnostic.message))
    }

    /// Resources of the catalog, without their secrets.
    fn catalog(&self, query: &protocol::runtime::Query) -> Vec<CatalogEntry> {
        let Some(catalog) = self.context.and_then(Context::catalog) else { return Vec::new() };
        let Some(type_name) = &query.type_name else { return Vec::new() };
        let found = match &query.title {
            Some(title) => catalog.find(type_name, title).into_iter().collect(),
            None => catalog.list(type_name),
        };
        let entry = |resource: resource_api::context::CatalogResource| CatalogEntry {
            type_name: resource.type_name().clone(),
            title: resource.title().clone(),
            parameters: resource.attributes().iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        };
        found.into_iter().map(entry).collect()
    }
}

/// A definition as modules of Ruby write it: keys and behaviours are symbols there.
fn symbolized(definition: &Value) -> Value {
    let attribute = |attribute: &Value| {
        with_symbols(attribute, &|key, value| if key == "behaviour" { symbol(value) } else { deeply(value) })
    };
    with_symbols(definition, &|key, value| match key {
        "attributes" => with_symbols(value, &|_, value| attribute(value)),
        _ => deeply(value),
    })
}

/// A value with symbols for all keys, however deep.
fn deeply(value: &Value) -> Value {
    with_symbols(value, &|_, value| deeply(value))
}

/// A hash with symbols for its keys, and what becomes of its values; anything else as it is.
fn with_symbols(value: &Value, change: &dyn Fn(&str, &Value) -> Value) -> Value {
    let entry = |(key, value): (&Value, &Value)| (symbol(key), change(key.as_str().unwrap_or_default(), value));
    match value {
        Value::Hash(entries) => Value::hash(entries.iter().map(entry)),
        other => other.clone(),
    }
}

fn symbol(value: &Value) -> Value {
    value.as_str().map_or_else(|| value.clone(), |text| Value::Symbol(text.into()))
}

/// A resource as the log names it.
fn title(definition: &TypeDefinition, name: &Value) -> Value {
    let Value::Hash(members) = name else { return name.clone() };
    let namevars: Vec<_> = definition.namevars().map(|namevar| namevar.name()).collect();
    match &namevars[..] {
        [only] if members.len() == 1 => members.get_str(only).unwrap_or(name).clone(),
        _ => {
            let symbol = |(name, value): (&Value, &Value)| match name {
                Value::String(text) => (Value::Symbol(text.clone()), value.clone()),
                other => (other.clone(), value.clone()),
            };
            members.iter().map(symbol).collect::<Hash>().into()
        }
    }
}

pub(crate) fn level(level: notices::Level) -> Level {
    match level {
        notices::Level::Debug => Level::Debug,
        notices::Level::Info => Level::Info,
        notices::Level::Notice => Level::Notice,
        notices::Level::Warning => Level::Warning,
        notices::Level::Err => Level::Err,
        notices::Level::Crit => Level::Critical,
        notices::Level::Alert => Level::Alert,
        notices::Level::Emerg => Level::Emergency,
    }
}
