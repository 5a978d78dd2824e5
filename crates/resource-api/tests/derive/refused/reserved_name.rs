use resource_api::Resource;

#[derive(Resource)]
struct Note {
    #[attribute(namevar)]
    name: String,
    provider: String,
    #[attribute(name = "noop")]
    quiet: bool,
    #[attribute(name = "Text")]
    text: String,
    #[attribute(name = "name")]
    other: String,
}

fn main() {}
