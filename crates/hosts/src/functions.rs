//! Functions that only running code can give: those of Ruby modules.

use ecow::EcoString;
use pcore::Value;
use protocol::{
    Outgoing,
    calls::{self, FunctionCall, FunctionValue, LookupContext, TemplateRender},
};
use resource_api::{
    Outcome,
    log::{Level, Log},
};

use crate::{Host, HostError, provider::Call};

/// Who called a function, and can be asked while it runs.
pub trait Caller {
    /// The value of another function.
    fn call_function(&self, name: &str, arguments: &[Value]) -> Outcome<Value>;

    /// The value of the block that the function was called with.
    fn call_block(&self, arguments: &[Value]) -> Outcome<Value>;

    /// A variable that the caller sees.
    fn variable(&self, name: &str) -> Outcome<Value>;

    /// Sets a variable of the caller.
    fn set_variable(&self, name: &str, value: Value) -> Outcome;

    /// Replaces the value of a variable of the caller.
    fn replace_variable(&self, name: &str, value: Value);

    /// Those of these variables that are set, or all that the caller sees.
    fn variables(&self, names: Option<&[String]>) -> Vec<(EcoString, Value)>;

    /// Logs a line, unless the caller has logged it already.
    fn log(&self, level: Level, source: Option<&str>, message: &str);
}

impl Host {
    /// Calls a function of a module.
    pub fn call_function(
        &self,
        name: &str,
        arguments: &[Value],
        has_block: bool,
        caller: &dyn Caller,
        log: &Log,
    ) -> Outcome<Value> {
        let args = arguments.iter().map(Outgoing::ruby).collect();
        let params = FunctionCall { name, args, block: has_block.then_some(1), context: None };
        self.called(arguments, &params, caller, log)
    }

    /// Calls a function of a module that gives data.
    pub fn call_for_data(
        &self,
        name: &str,
        arguments: &[Value],
        context: &LookupContext<'_>,
        caller: &dyn Caller,
        log: &Log,
    ) -> Outcome<Value> {
        let args = arguments.iter().map(Outgoing::ruby).collect();
        let params = FunctionCall { name, args, block: None, context: Some(context) };
        self.called(arguments, &params, caller, log)
    }

    fn called(&self, arguments: &[Value], params: &FunctionCall<'_>, caller: &dyn Caller, log: &Log) -> Outcome<Value> {
        arguments.iter().for_each(|argument| log.scrubber().learn(argument));
        let call = Call::new(calls::FUNCTION_CALL, params);
        let asked = self.ask_for(&call, log, None, Some(caller));
        let (answer, talk) = asked.map_err(HostError::into_failure)?;
        let faulty = |fault| self.faulty(calls::FUNCTION_CALL, fault, &talk).into_failure();
        let FunctionValue { value } = answer.read().map_err(faulty)?;
        talk.value(value).map_err(faulty)
    }

    /// Fills in an ERB template.
    pub fn render(&self, template: &TemplateRender<'_>, caller: &dyn Caller, log: &Log) -> Result<Value, NotRendered> {
        let call = Call::new(calls::TEMPLATE_RENDER, template);
        let (answer, talk) = self.ask_for(&call, log, None, Some(caller)).map_err(NotRendered::new)?;
        let faulty = |fault| NotRendered::new(self.faulty(calls::TEMPLATE_RENDER, fault, &talk));
        let FunctionValue { value } = answer.read().map_err(faulty)?;
        talk.value(value).map_err(faulty)
    }
}

/// Why a template could not be filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotRendered {
    /// What went wrong.
    pub message: String,
    /// The line in which it did, if anybody knows.
    pub line: Option<u32>,
}

impl NotRendered {
    fn new(error: HostError) -> NotRendered {
        let line = match &error {
            HostError::Refused(refused) => refused.data.as_ref().and_then(|data| data.line),
            _ => None,
        };
        NotRendered { message: error.into_failure().to_string(), line }
    }
}
