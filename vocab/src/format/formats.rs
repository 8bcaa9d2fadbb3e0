//! Which formats are asserted: what a host decides, beside the vocabularies of a schema.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use jsonbound_program::FormatCheck;

use super::Format;
use crate::rules::Rules;

/// What a host says about formats. The default asserts nothing by itself.
#[derive(Clone, Default)]
pub struct Formats {
    /// Whether formats are asserted. If nobody says, it depends on the dialect; where a schema's vocabularies want it,
    /// they are in any case.
    pub asserted: Option<bool>,
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

    /// The check of a name, if it is asserted in a schema that is read by these rules, with its name in a program.
    pub fn check(&self, name: &str, rules: Rules) -> Option<(String, Arc<dyn FormatCheck>)> {
        if let Some(own) = self.own.get(name) {
            return Some((name.to_owned(), own.clone()));
        }
        let asserted = self.asserted.unwrap_or(rules.traits().asserts_formats);
        if !asserted && !rules.demand_formats() {
            return None;
        }
        let format = Format::find(rules.dialect, name)?;
        Some((format.label().into_owned(), Arc::new(*format)))
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
