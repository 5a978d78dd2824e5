use resource_api::{Ensure, Resource};

#[derive(Resource)]
struct Note {
    #[attribute(namevar)]
    name: String,
    #[attribute(default = Ensure::Present)]
    text: String,
}

fn main() {}
