use resource_api::Resource;

#[derive(Resource)]
struct Note {
    #[attribute(namevar)]
    name: String,
    #[attribute(read_only)]
    size: i64,
    #[attribute(lazy)]
    text: String,
    #[attribute(parameter, lazy)]
    force: Option<bool>,
}

fn main() {}
