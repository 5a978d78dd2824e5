//! Functions that only running code can give: those of Ruby modules.

use ecow::EcoString;
use pcore::Value;
use protocol::{
    Outgoing, Symbols,
    calls::{self, FunctionCall, FunctionValue, LookupContext, TemplateRender},
};
use resource_api::log::{Level, Log};

use crate::{Host, HostError, host::Request, provider::Call};

/// Who called a function, and can be asked while it runs.
pub trait Caller {
    /// The value of another function.
    fn call_function(&self, name: &str, arguments: &[Value]) -> Result<Value, CallerError>;

    /// The value of the block that the function was called with.
    fn call_block(&self, arguments: &[Value]) -> Result<Value, CallerError>;

    /// A variable that the caller sees.
    fn variable(&self, name: &str) -> Result<Value, CallerError>;

    /// Sets a variable of the caller.
    fn set_variable(&self, name: &str, value: Value) -> Result<(), CallerError>;

    /// Replaces the value of a variable of the caller.
    fn replace_variable(&self, name: &str, value: Value);

    /// Those of these variables that are set, or all that the caller sees.
    fn variables(&self, names: Option<&[String]>) -> Vec<(EcoString, Value)>;

    /// Logs a line.
    fn log(&self, level: Level, source: Option<&str>, message: &str);
}

/// Why a caller could not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallerError {
    /// What went wrong.
    pub message: String,
    /// Comes back with the [`FunctionError`] of a function that passes this error on.
    pub number: u64,
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
    ) -> Result<Value, FunctionError> {
        let args = outgoing(arguments);
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
    ) -> Result<Value, FunctionError> {
        let args = outgoing(arguments);
        let params = FunctionCall { name, args, block: None, context: Some(context) };
        self.called(arguments, &params, caller, log)
    }

    fn called(
        &self,
        arguments: &[Value],
        params: &FunctionCall<'_>,
        caller: &dyn Caller,
        log: &Log,
    ) -> Result<Value, FunctionError> {
        arguments.iter().for_each(|argument| log.scrubber().learn(argument));
        self.value_of(&Call::new(calls::FUNCTION_CALL, params), caller, log)
    }

    /// Fills in an ERB template.
    pub fn render(
        &self,
        template: &TemplateRender<'_>,
        caller: &dyn Caller,
        log: &Log,
    ) -> Result<Value, FunctionError> {
        self.value_of(&Call::new(calls::TEMPLATE_RENDER, template), caller, log)
    }

    fn value_of(&self, call: &dyn Request, caller: &dyn Caller, log: &Log) -> Result<Value, FunctionError> {
        let (answer, talk) = self.ask_for(call, log, None, Some(caller)).map_err(FunctionError::new)?;
        let faulty = |fault| FunctionError::new(self.faulty(call.method(), fault, &talk));
        let FunctionValue { value } = answer.read().map_err(faulty)?;
        talk.value(value).map_err(faulty)
    }
}

/// Arguments, whose symbols Ruby knows.
fn outgoing(arguments: &[Value]) -> Vec<Outgoing<'_>> {
    arguments.iter().map(|argument| Outgoing::new(argument, Symbols::Tagged)).collect()
}

/// Why a function has no value, or a template no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FunctionError {
    /// What went wrong.
    pub message: String,
    /// The line in which it did, if anybody knows.
    pub line: Option<u32>,
    /// The number of the [`CallerError`] that was passed on.
    pub passed_on: Option<u64>,
}

impl FunctionError {
    fn new(error: HostError) -> FunctionError {
        let (line, passed_on) = match &error {
            HostError::Refused(refused) => {
                refused.data.as_ref().map_or((None, None), |data| (data.line, data.passed_on))
            }
            _ => (None, None),
        };
        FunctionError { message: error.into_failure().to_string(), line, passed_on }
    }
}
