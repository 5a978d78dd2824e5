//! `document`: files whose text is only read when it is needed.
//!
//! Shows a `lazy` attribute. Listing a directory with a thousand documents reads none of them; a document is only read
//! if its text is managed.

use std::{fs, path::PathBuf};

use resource_api::{
    Context, Ensure, Failure, Identity, Outcome, Request, Resource, ResourceType, SimpleProvider, provider,
};

/// A text file in a directory.
#[derive(Resource)]
#[resource(features(simple_get_filter))]
pub struct Document {
    /// Whether the document exists.
    #[attribute(default = "present")]
    pub ensure: Ensure,
    /// The name of its file.
    #[attribute(namevar, type = r"Pattern[/\A[^\/]+\z/]")]
    pub name: String,
    /// Its size in bytes.
    #[attribute(read_only)]
    pub size: Option<i64>,
    /// Its content.
    #[attribute(lazy)]
    pub text: Option<String>,
}

/// The documents of a directory.
pub struct Folder(pub PathBuf);

#[provider]
impl SimpleProvider for Folder {
    type Resource = Document;

    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<Document>> {
        let names: Vec<String> = match request.names() {
            Some(names) => names.iter().map(|name| name.name().to_owned()).collect(),
            None => fs::read_dir(&self.0)?.flatten().map(|file| file.file_name().to_string_lossy().into()).collect(),
        };
        let files = names.into_iter().filter_map(|name| Some((fs::metadata(self.0.join(&name)).ok()?, name)));
        files
            .map(|(file, name)| {
                let text = if request.wants("text") {
                    context.debug(format!("Reading {name}"));
                    Some(fs::read_to_string(self.0.join(&name))?)
                } else {
                    None
                };
                Ok(Document { ensure: Ensure::Present, name, size: file.len().try_into().ok(), text })
            })
            .collect()
    }

    fn create(&mut self, _: &Context, name: &Identity, should: Document) -> Outcome {
        let text = should.text.ok_or_else(|| Failure::new("a new document needs a `text`"))?;
        Ok(fs::write(self.0.join(name.name()), text)?)
    }

    fn update(&mut self, context: &Context, name: &Identity, _: Document, should: Document) -> Outcome {
        self.create(context, name, should)
    }

    fn delete(&mut self, _: &Context, name: &Identity) -> Outcome {
        Ok(fs::remove_file(self.0.join(name.name()))?)
    }
}

/// The type, for the documents of a directory.
pub fn document(directory: PathBuf) -> ResourceType {
    ResourceType::simple("files", move |_| Ok(Folder(directory.clone())))
}
