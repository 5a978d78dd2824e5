use resource_api::Resource;

#[derive(Resource)]
struct Note<T> {
    #[attribute(namevar)]
    name: T,
}

fn main() {}
