use resource_api::{Changes, Context, Outcome, Provider, Request, State, provider};

struct Notes;

impl Provider for Notes {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }
}

#[provider]
struct Letters;

#[provider(canonicalize)]
impl Provider for Letters {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }
}

fn main() {}
