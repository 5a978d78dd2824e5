use resource_api::{AttributeGroup, Resource};

#[derive(Resource)]
enum Color {
    Red,
}

#[derive(Resource)]
struct Pair(String, String);

#[derive(AttributeGroup)]
struct Nothing;

fn main() {}
