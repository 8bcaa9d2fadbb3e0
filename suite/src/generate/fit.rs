//! Instances made to fit a schema, or nearly so.
//!
//! For each value, the schemas that apply to it are gathered, one branch of each choice, and the value is made of what
//! they ask for. That is a good guess and no more: keywords that contradict each other, `not`, and patterns are not
//! thought through. Here and there something is changed on purpose.

use jsonbound_json::{Array, DocumentNode, Object};

use super::Choices;
use super::values::{self, TYPES};

/// How deep instances may nest.
const DEPTH: usize = 6;

/// How many schemas are gathered for one value.
const SCHEMAS: usize = 24;

/// How many values an instance may have, more or less: a schema can require trees of itself.
const VALUES: usize = 300;

/// An instance for this schema.
pub(super) fn instance(choices: &mut Choices<'_>, root: DocumentNode<'_>) -> String {
    if choices.once_in(6) {
        return values::value(choices);
    }
    Fitter { choices, root, left: VALUES }.value(vec![root], DEPTH)
}

struct Fitter<'c, 'b, 'd> {
    choices: &'c mut Choices<'b>,
    root: DocumentNode<'d>,
    left: usize,
}

impl<'d> Fitter<'_, '_, 'd> {
    fn value(&mut self, schemas: Vec<DocumentNode<'d>>, depth: usize) -> String {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || self.choices.once_in(20) {
            return values::nested(self.choices, depth.min(2));
        }
        let schemas = self.gather(schemas);
        if let Some(literal) = self.literal(&schemas) {
            return literal;
        }
        match self.kind(&schemas) {
            "object" if depth > 0 => self.object(&schemas, depth - 1),
            "array" if depth > 0 => self.array(&schemas, depth - 1),
            "object" => "{}".to_owned(),
            "array" => "[]".to_owned(),
            "string" => self.string(&schemas),
            "number" | "integer" => self.number(&schemas),
            "boolean" => self.choices.of(&["true", "false"]).to_owned(),
            "null" => "null".to_owned(),
            _ => values::nested(self.choices, depth.min(2)),
        }
    }

    /// All schemas that apply to a value to which these do.
    fn gather(&mut self, mut schemas: Vec<DocumentNode<'d>>) -> Vec<DocumentNode<'d>> {
        let mut at = 0;
        while at < schemas.len() && schemas.len() < SCHEMAS {
            let schema = schemas[at];
            at += 1;
            schemas.extend(items(schema, "allOf"));
            for keyword in ["anyOf", "oneOf"] {
                let branches: Vec<_> = items(schema, keyword).collect();
                if !branches.is_empty() {
                    schemas.push(self.choices.of(&branches));
                }
            }
            let text = |keyword| schema.get(keyword).and_then(DocumentNode::as_str);
            schemas.extend(text("$ref").and_then(|reference| self.target(reference)));
            // Half of them as the root binds them.
            if let Some(reference) = text("$dynamicRef") {
                let bound = reference.ends_with("#node") && self.choices.once_in(2);
                schemas.extend(self.target(if bound { "#node" } else { reference }));
            }
            if let Some(test) = schema.get("if") {
                if self.choices.once_in(2) {
                    schemas.extend(schema.get("else"));
                } else {
                    schemas.push(test);
                    schemas.extend(schema.get("then"));
                }
            }
        }
        schemas
    }

    /// Where a reference leads if it stands in the root resource.
    fn target(&self, reference: &str) -> Option<DocumentNode<'d>> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let mut schema = self.root;
        if uri == "leaf" || uri == "inner" {
            schema = schema.get("$defs")?.get("leaf")?;
        }
        if uri == "inner" {
            schema = schema.get("$defs")?.get("inner")?;
        }
        match fragment {
            "" => Some(schema),
            "here" => schema.get("$defs")?.get("h"),
            "node" => schema.get("$defs")?.get("n").or(Some(schema)),
            pointer => jsonbound_json::pointer::resolve(schema, pointer).ok()?,
        }
    }

    /// A constant that one of the schemas wants.
    fn literal(&mut self, schemas: &[DocumentNode<'d>]) -> Option<String> {
        schemas.iter().find_map(|schema| {
            let constant = schema.get("const");
            let listed: Vec<_> = items(*schema, "enum").collect();
            let listed = (!listed.is_empty()).then(|| self.choices.of(&listed));
            Some(constant.or(listed)?.to_string())
        })
    }

    /// A type that all schemas allow, or one that their keywords are about.
    fn kind(&mut self, schemas: &[DocumentNode<'d>]) -> &'static str {
        let allows = |schema: &DocumentNode<'d>, name: &str| {
            let Some(types) = schema.get("type") else { return true };
            let is = |node: DocumentNode<'_>| {
                node.as_str().is_some_and(|t| t == name || (t == "number" && name == "integer"))
            };
            is(types) || items(*schema, "type").any(is)
        };
        let typed = schemas.iter().any(|schema| schema.get("type").is_some());
        let allowed: Vec<&'static str> = TYPES
            .iter()
            .copied()
            .filter(|name| typed && schemas.iter().all(|schema| allows(schema, name)))
            .collect();
        if !allowed.is_empty() {
            return self.choices.of(&allowed);
        }
        let about = |keywords: &[&str]| {
            schemas
                .iter()
                .any(|schema| keywords.iter().any(|keyword| schema.get(keyword).is_some()))
        };
        let hints: [(&'static str, &[&str]); 4] = [
            ("object", &["properties", "required", "patternProperties", "additionalProperties"]),
            ("array", &["prefixItems", "items", "contains", "minItems", "maxItems"]),
            ("number", &["minimum", "maximum", "exclusiveMinimum", "multipleOf"]),
            ("string", &["minLength", "maxLength", "pattern"]),
        ];
        hints.iter().find(|(_, keywords)| about(keywords)).map_or("", |(kind, _)| kind)
    }

    fn number(&mut self, schemas: &[DocumentNode<'d>]) -> String {
        let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
        let bounds = schemas.iter().flat_map(|schema| bounds.map(|bound| schema.get(bound)));
        let bounds: Vec<DocumentNode<'_>> = bounds.flatten().collect();
        match bounds.is_empty() || self.choices.once_in(2) {
            true => values::number(self.choices),
            false => self.choices.of(&bounds).to_string(),
        }
    }

    fn string(&mut self, schemas: &[DocumentNode<'d>]) -> String {
        let length = integer(schemas, "minLength").or(integer(schemas, "maxLength"));
        match length {
            Some(length) if self.choices.below(2) == 0 => format!("\"{}\"", "a".repeat(length)),
            _ => values::string(self.choices),
        }
    }

    fn object(&mut self, schemas: &[DocumentNode<'d>], depth: usize) -> String {
        let mut names: Vec<&str> = Vec::new();
        let mut add = |name: &'d str| {
            if !names.contains(&name) {
                names.push(name);
            }
        };
        for schema in schemas {
            for name in items(*schema, "required").filter_map(DocumentNode::as_str) {
                if !self.choices.once_in(16) {
                    add(name);
                }
            }
            for (name, _) in members(*schema, "properties") {
                if self.choices.below(3) > 0 {
                    add(name);
                }
            }
        }
        let mut text: Vec<String> = names
            .iter()
            .map(|name| {
                let schemas = schemas.iter().flat_map(|schema| self.of_member(*schema, name));
                let schemas: Vec<_> = schemas.collect();
                format!("{}:{}", serde_json::Value::from(*name), self.value(schemas, depth))
            })
            .collect();
        // Names that only patterns or nobody know.
        for _ in 0..self.choices.below(4).saturating_sub(1) {
            let name = values::name(self.choices);
            if !names.contains(&name) && !name.contains('\\') {
                names.push(name);
                let schemas = schemas.iter().flat_map(|schema| self.of_member(*schema, name));
                let schemas: Vec<_> = schemas.collect();
                text.push(format!("\"{name}\":{}", self.value(schemas, depth)));
            }
        }
        if self.choices.once_in(4) {
            text.reverse();
        }
        format!("{{{}}}", text.join(","))
    }

    /// The schemas that one schema applies to a member; of patterns, all that it knows.
    fn of_member(&self, schema: DocumentNode<'d>, name: &str) -> Vec<DocumentNode<'d>> {
        let own = schema.get("properties").and_then(|properties| properties.get(name));
        let mut schemas: Vec<_> = own.into_iter().collect();
        schemas.extend(members(schema, "patternProperties").map(|(_, schema)| schema));
        if schemas.is_empty() {
            schemas.extend(schema.get("additionalProperties"));
            schemas.extend(schema.get("unevaluatedProperties"));
        }
        schemas
    }

    fn array(&mut self, schemas: &[DocumentNode<'d>], depth: usize) -> String {
        let places = schemas.iter().map(|schema| items(*schema, "prefixItems").count());
        let places = places.max().unwrap_or(0);
        let least = integer(schemas, "minItems").unwrap_or(0);
        let length = match self.choices.below(4) {
            0 => least.max(places),
            more => least + more - 1,
        };
        let mut text: Vec<String> = (0..length)
            .map(|index| {
                let schemas = schemas.iter().flat_map(|schema| self.of_item(*schema, index));
                let schemas: Vec<_> = schemas.collect();
                self.value(schemas, depth)
            })
            .collect();
        if self.choices.once_in(6) {
            text.extend(text.first().cloned());
        }
        format!("[{}]", text.join(","))
    }

    /// The schemas that one schema applies to an item; `contains` is satisfied at the places of even index.
    fn of_item(&self, schema: DocumentNode<'d>, index: usize) -> Vec<DocumentNode<'d>> {
        let place = items(schema, "prefixItems").nth(index);
        let of_all = schema.get("items").or(schema.get("unevaluatedItems"));
        let contained = schema.get("contains").filter(|_| index.is_multiple_of(2));
        place.or(of_all).into_iter().chain(contained).collect()
    }
}

/// The items of an array that is the value of a keyword.
fn items<'d>(
    schema: DocumentNode<'d>,
    keyword: &str,
) -> impl Iterator<Item = DocumentNode<'d>> + use<'d> {
    let array = schema.get(keyword).and_then(DocumentNode::as_array);
    array.into_iter().flat_map(|array| array.items())
}

/// The members of an object that is the value of a keyword.
fn members<'d>(
    schema: DocumentNode<'d>,
    keyword: &str,
) -> impl Iterator<Item = (&'d str, DocumentNode<'d>)> + use<'d> {
    let object = schema.get(keyword).and_then(DocumentNode::as_object);
    let members = object.into_iter().flat_map(|object| object.members());
    members.map(|(name, node)| (name.as_str(), node))
}

/// The first of the schemas' counts.
fn integer(schemas: &[DocumentNode<'_>], keyword: &str) -> Option<usize> {
    let count = schemas.iter().find_map(|schema| schema.get(keyword)?.as_number()?.to_u64());
    count.and_then(|count| usize::try_from(count).ok())
}
