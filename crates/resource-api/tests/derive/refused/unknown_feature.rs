use resource_api::Resource;

#[derive(Resource)]
#[resource(features(canonicalize, simple_get_filters))]
struct Note {
    #[attribute(namevar)]
    name: String,
}

fn main() {}
