//! Which formats are asserted: what a host decides, beside the vocabularies of a schema.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use jsonbound_program::FormatCheck;

use super::Format;

/// What a host says about formats. The default asserts nothing by itself.
#[derive(Clone, Default)]
pub struct Formats {
    /// Whether formats are asserted whatever the vocabularies of a schema say.
    pub asserted: bool,
    /// Whether contents are asserted (Validation 8), which no vocabulary asks for.
    pub content: bool,
    own: BTreeMap<Box<str>, Arc<dyn FormatCheck>>,
}

impl Formats {
    /// Adds a format of the host's own. It is asserted wherever its name is met, and comes before a format of the
    /// specification that has the same name.
    pub fn insert(&mut self, name: &str, check: Arc<dyn FormatCheck>) {
        self.own.insert(name.into(), check);
    }

    /// The check of a name, if it is asserted; `by_vocabulary` tells whether the schema's vocabularies want it to be.
    pub fn check(&self, name: &str, by_vocabulary: bool) -> Option<Arc<dyn FormatCheck>> {
        if let Some(own) = self.own.get(name) {
            return Some(own.clone());
        }
        let format = Format::find(name).filter(|_| self.asserted || by_vocabulary)?;
        Some(Arc::new(*format))
    }

    /// A check of contents, if contents are asserted.
    pub fn check_of_content(&self, check: &'static Format) -> Option<Arc<dyn FormatCheck>> {
        let own = || self.own.get(check.name).cloned();
        self.content.then(|| own().unwrap_or_else(|| Arc::new(*check)))
    }
}

impl fmt::Debug for Formats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Formats")
            .field("asserted", &self.asserted)
            .field("content", &self.content)
            .field("own", &self.own.keys())
            .finish()
    }
}
