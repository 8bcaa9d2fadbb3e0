//! Whole schemas: resources inside one another, each with anchors and definitions of the same names, so that every
//! reference leads somewhere wherever it stands.

use super::Choices;
use super::keywords::mixture;
use super::shapes::shape;

/// How deep schemas may nest.
const DEPTH: usize = 4;

/// A schema in the making: distinct keywords with their values.
#[derive(Debug, Default)]
pub(super) struct Schema {
    keywords: Vec<&'static str>,
    text: String,
}

impl Schema {
    /// Adds a keyword, unless it is there.
    pub(super) fn add(&mut self, keyword: &'static str, value: impl AsRef<str>) {
        if !self.keywords.contains(&keyword) {
            let comma = if self.keywords.is_empty() { "" } else { "," };
            self.text += &format!("{comma}\"{keyword}\":{}", value.as_ref());
            self.keywords.push(keyword);
        }
    }

    /// The schema as text.
    pub(super) fn finish(self) -> String {
        format!("{{{}}}", self.text)
    }
}

/// A schema: three resources inside one another.
pub fn schema(choices: &mut Choices<'_>) -> String {
    let mut root = Schema::default();
    root.add("$id", "\"http://generate.example/root\"");
    body(choices, DEPTH, &mut root);
    let own = definitions(choices, &mut root, DEPTH - 1);
    let kept = subschema(choices, 1);
    let mut leaf = Schema::default();
    leaf.add("$id", "\"leaf\"");
    body(choices, DEPTH - 2, &mut leaf);
    let leaf_own = definitions(choices, &mut leaf, 1);
    let mut inner = Schema::default();
    inner.add("$id", "\"inner\"");
    body(choices, DEPTH - 2, &mut inner);
    let inner_own = definitions(choices, &mut inner, 1);
    inner.add("$defs", format!("{{{inner_own}}}"));
    leaf.add("$defs", format!("{{{leaf_own},\"inner\":{}}}", inner.finish()));
    root.add("$defs", format!("{{{own},\"leaf\":{}}}", leaf.finish()));
    root.add("x-kept", format!("{{\"a\":{kept}}}"));
    root.finish()
}

/// The definitions of a resource, and its anchor `node`, which is dynamic or not, at the root or not.
fn definitions(choices: &mut Choices<'_>, resource: &mut Schema, depth: usize) -> String {
    let mut node = String::new();
    match choices.below(4) {
        0 => node += r#","n":{"$dynamicAnchor":"node","type":["object","array"]}"#,
        1 => resource.add("$dynamicAnchor", "\"node\""),
        2 => resource.add("$anchor", "\"node\""),
        _ => {
            let mut schema = Schema::default();
            schema.add("$dynamicAnchor", "\"node\"");
            body(choices, 1, &mut schema);
            node += &format!(",\"n\":{}", schema.finish());
        }
    }
    let [a, b] = [subschema(choices, depth), subschema(choices, depth)];
    let c = choices.of(&["true", r##"{"$ref":"#/$defs/a"}"##, r##"{"$ref":"#/$defs/b"}"##]);
    let mut here = Schema::default();
    here.add("$anchor", "\"here\"");
    mixture(choices, 1, &mut here);
    format!(r#""a":{a},"b":{b},"c":{c},"h":{}{node}"#, here.finish())
}

/// A subschema of so many levels at most.
pub(super) fn subschema(choices: &mut Choices<'_>, depth: usize) -> String {
    match choices.below(10) {
        0 => "true".to_owned(),
        1 => "false".to_owned(),
        _ => {
            let mut schema = Schema::default();
            body(choices, depth, &mut schema);
            schema.finish()
        }
    }
}

/// What a schema says: a shape, or a mixture of keywords.
fn body(choices: &mut Choices<'_>, depth: usize, schema: &mut Schema) {
    if depth > 0 && choices.below(5) > 0 {
        shape(choices, depth, schema);
    } else {
        mixture(choices, depth, schema);
    }
}
