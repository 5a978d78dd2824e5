//! A type with five attributes and its provider: notes, each in a file of its own.
use resource_api::{Context, Ensure, Identity, Outcome, Request, Resource, SimpleProvider, provider};
/// A note in a file.
#[derive(Resource)]
pub struct Note {
    /// Whether there is such a note.
    ensure: Ensure,
    /// The name of the note, and of its file.
    #[attribute(namevar, type = r"Pattern[/\A\w+\z/]")]
    name: String,
    /// What the note is about.
    subject: String,
    /// What the note says.
    text: String,
    /// How many bytes the file has.
    #[attribute(read_only)]
    size: Option<u32>,
}
pub(crate) struct Notes(pub(crate) std::path::PathBuf);
#[provider]
impl SimpleProvider for Notes {
    type Resource = Note;
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<Note>> {
        Outcome::from_iter(std::fs::read_dir(&self.0)?.map(|file| {
            let name = file?.file_name().to_string_lossy().into_owned();
            let content = std::fs::read_to_string(self.0.join(&name))?;
            let (subject, text) = content.split_once('\n').map(|(a, b)| (a.into(), b.into())).unwrap_or_default();
            Ok(Note { ensure: Ensure::Present, name, subject, text, size: content.len().try_into().ok() })
        }))
    }
    fn create(&mut self, _: &Context, name: &Identity, note: Note) -> Outcome {
        Ok(std::fs::write(self.0.join(name.name()), note.subject + "\n" + &note.text)?)
    }
    fn update(&mut self, context: &Context, name: &Identity, _: Note, note: Note) -> Outcome {
        self.create(context, name, note)
    }
    fn delete(&mut self, _: &Context, name: &Identity) -> Outcome {
        Ok(std::fs::remove_file(self.0.join(name.name()))?)
    }
}

fn main() {
    let note = resource_api::ResourceType::simple("files", |_| Ok(Notes("/var/lib/notes".into())));
    assert_eq!((note.definition().attributes().len(), note.problem()), (5, None));
}
