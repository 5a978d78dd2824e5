use resource_api::Resource;

#[derive(Resource)]
struct Note {
    #[attribute(namevar)]
    name: String,
    size: u64,
}

fn main() {}
