//! What is measured, whoever does it.
//!
//! Invariant: a mode means the same work for every engine. The helpers here hold the loops; an engine gives the
//! functions that they call.

use std::hint::black_box;

use serde_json::Value;

/// A schema and its instances, as texts.
pub(crate) struct Data {
    pub(crate) schema: String,
    pub(crate) texts: Vec<String>,
}

impl Data {
    /// The schema, parsed.
    pub(crate) fn schema(&self) -> Result<Value, String> {
        serde_json::from_str(&self.schema).map_err(|error| error.to_string())
    }

    /// The instances, parsed.
    pub(crate) fn values(&self) -> Result<Vec<Value>, String> {
        let parsed = self.texts.iter().map(|text| serde_json::from_str(text));
        parsed.collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    /// The smallest instance.
    pub(crate) fn small(&self) -> Result<&String, String> {
        self.texts.iter().min_by_key(|text| text.len()).ok_or_else(|| "no instances".to_owned())
    }
}

macro_rules! modes {
    ($($variant:ident $name:literal $doc:literal;)*) => {
        /// What is measured.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum Mode { $(#[doc = $doc] $variant,)* }

        impl Mode {
            pub(crate) fn named(name: &str) -> Option<Mode> {
                match name { $($name => Some(Mode::$variant),)* _ => None }
            }

            pub(crate) fn name(self) -> &'static str {
                match self { $(Mode::$variant => $name,)* }
            }
        }
    };
}

modes! {
    Validate "validate" "All instances, parsed before. A unit is an instance.";
    Text "text" "All instances, from text to verdict. A unit is an instance.";
    Compile "compile" "The schema, parsed before, compiled. A unit is a compilation.";
    Cold "cold" "From the texts of the schema and of the smallest instance to a verdict. A unit is a call.";
    Small "small" "The smallest instance, parsed before, again and again. A unit is a call.";
    Parse "parse" "All instances, from text to values. A unit is an instance.";
}

/// Work that can be repeated.
pub(crate) struct Task<'d> {
    /// Units of one pass.
    pub(crate) units: u64,
    /// Does one pass, and says how many units came out as they should: valid, or parsed, or compiled.
    pub(crate) pass: Box<dyn FnMut() -> u64 + 'd>,
}

/// Calls of one pass over the small instance: enough that calling the pass itself costs nothing.
const CALLS: u64 = 200;

/// A pass over all of these.
pub(crate) fn each<'d, T: 'd>(items: Vec<T>, mut valid: impl FnMut(&T) -> bool + 'd) -> Task<'d> {
    Task {
        units: items.len() as u64,
        pass: Box::new(move || items.iter().filter(|item| valid(black_box(item))).count() as u64),
    }
}

/// A pass over all texts.
pub(crate) fn each_text<'d>(
    data: &'d Data,
    mut valid: impl FnMut(&'d String) -> bool + 'd,
) -> Task<'d> {
    each(data.texts.iter().collect(), move |text: &&'d String| valid(text))
}

/// One thing again and again.
pub(crate) fn again<'d, T: 'd>(item: T, mut valid: impl FnMut(&T) -> bool + 'd) -> Task<'d> {
    Task {
        units: CALLS,
        pass: Box::new(move || (0..CALLS).filter(|_| valid(black_box(&item))).count() as u64),
    }
}

/// One thing once.
pub(crate) fn once<'d>(mut valid: impl FnMut() -> bool + 'd) -> Task<'d> {
    Task { units: 1, pass: Box::new(move || u64::from(valid())) }
}
