//! Functions that only running code can give: those of Ruby modules.

use pcore::Value;
use protocol::{
    Outgoing,
    calls::{self, FunctionCall, FunctionValue},
};
use resource_api::{Outcome, log::Log};

use crate::{Host, HostError, provider::Call};

/// Who called a function, and can be asked while it runs.
pub trait Caller {
    /// The value of another function.
    fn call_function(&self, name: &str, arguments: &[Value]) -> Outcome<Value>;

    /// The value of the block that the function was called with.
    fn call_block(&self, arguments: &[Value]) -> Outcome<Value>;

    /// A variable that the caller sees.
    fn variable(&self, name: &str) -> Outcome<Value>;
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
        arguments.iter().for_each(|argument| log.scrubber().learn(argument));
        let args = arguments.iter().map(Outgoing::ruby).collect();
        let params = FunctionCall { name, args, block: has_block.then_some(1) };
        let call = Call { method: calls::FUNCTION_CALL, params: &params, provider: None };
        let asked = self.ask_for(&call, log, None, Some(caller));
        let (answer, talk) = asked.map_err(HostError::into_failure)?;
        let faulty = |fault| self.faulty(calls::FUNCTION_CALL, fault).into_failure();
        let FunctionValue { value } = answer.read().map_err(faulty)?;
        talk.value(value).map_err(faulty)
    }
}
