use resource_api::Resource;

#[derive(Resource)]
struct Note {
    #[attribute(namevar)]
    name: String,
    #[attribute(parameter, read_only)]
    size: Option<i64>,
    #[attribute(default = "a")]
    #[attribute(default = "b")]
    text: String,
}

fn main() {}
