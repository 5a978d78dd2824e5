use resource_api::Resource;

#[derive(Resource)]
#[resource(
    title_pattern("^(?<name>.*", "not closed"),
    title_pattern("^(?<text>.*)$", "not a namevar"),
    title_pattern("^.*$", "captures nothing")
)]
struct Note {
    #[attribute(namevar)]
    name: String,
    text: String,
}

#[derive(Resource)]
#[resource(title_pattern("^(?<name>.*)$"))]
struct Letter {
    #[attribute(namevar)]
    name: String,
}

fn main() {}
