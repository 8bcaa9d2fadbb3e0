//! The table of keywords against the meta-schemas, which say the same in JSON.

use std::collections::BTreeSet;

use jsonbound_json::{Document, DocumentNode, Node, Object, View};
use jsonbound_vocab::{
    DRAFT_2020_12, Holds, KEYWORDS, META_SCHEMAS, Table, Vocabularies, Vocabulary,
};

/// Declared for old schemas only: no keyword of 2020-12.
const OLD: [&str; 4] = ["definitions", "dependencies", "$recursiveAnchor", "$recursiveRef"];

const ALL: [Vocabulary; 8] = [
    Vocabulary::Core,
    Vocabulary::Applicator,
    Vocabulary::Unevaluated,
    Vocabulary::Validation,
    Vocabulary::MetaData,
    Vocabulary::FormatAnnotation,
    Vocabulary::Content,
    Vocabulary::FormatAssertion,
];

fn meta_schemas() -> Vec<(&'static str, Document<'static>)> {
    let parse = |text: &'static str| Document::parse(text.as_bytes()).unwrap();
    META_SCHEMAS.iter().map(|(uri, text)| (*uri, parse(text))).collect()
}

/// What a meta-schema says that a keyword holds.
fn holds(rule: DocumentNode<'_>) -> Holds {
    let refers = |rule: DocumentNode<'_>, keyword: &str, to: &str| {
        rule.get(keyword).is_some_and(|reference| reference.as_str() == Some(to))
    };
    let members = rule.get("additionalProperties");
    if refers(rule, "$dynamicRef", "#meta") {
        Holds::Schema
    } else if refers(rule, "$ref", "#/$defs/schemaArray") {
        Holds::Schemas
    } else if members.is_some_and(|members| refers(members, "$dynamicRef", "#meta")) {
        Holds::Members
    } else {
        Holds::Data
    }
}

#[test]
fn names_are_unique() {
    let names: BTreeSet<&str> = KEYWORDS.iter().map(|keyword| keyword.name).collect();
    assert_eq!(names.len(), KEYWORDS.len());
}

#[test]
fn each_keyword_is_declared_as_the_meta_schemas_declare_it() {
    let mut declared = BTreeSet::new();
    for (uri, document) in meta_schemas() {
        let vocabulary = Vocabulary::from_uri(&uri.replace("/meta/", "/vocab/"));
        let Some(vocabulary) = vocabulary else { continue };
        let properties = document.root().get("properties").and_then(|value| value.as_object());
        for (name, rule) in properties.unwrap().members() {
            let row = KEYWORDS.iter().find(|keyword| keyword.name == name.as_str());
            let row = row.unwrap_or_else(|| panic!("{uri} declares {name:?}"));
            // A `format` that is asserted is the same keyword as one that annotates.
            let vocabulary = match vocabulary {
                Vocabulary::FormatAssertion => Vocabulary::FormatAnnotation,
                other => other,
            };
            assert_eq!((row.vocabulary, row.holds), (vocabulary, holds(rule)), "{name:?}");
            declared.insert(row.name);
        }
    }
    let rows: BTreeSet<&str> = KEYWORDS.iter().map(|keyword| keyword.name).collect();
    assert_eq!(declared, rows);
}

#[test]
fn old_keywords_are_no_rows() {
    let documents = meta_schemas();
    let properties = documents[0].1.root().get("properties").and_then(|value| value.as_object());
    let names: BTreeSet<&str> =
        properties.unwrap().members().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, BTreeSet::from(OLD));
    assert!(KEYWORDS.iter().all(|keyword| !OLD.contains(&keyword.name)));
}

/// A keyword stands after those whose annotations it reads.
#[test]
fn the_order_of_evaluation() {
    let at = |name| KEYWORDS.iter().position(|keyword| keyword.name == name).unwrap();
    for (at_items, keyword) in [(true, "unevaluatedItems"), (false, "unevaluatedProperties")] {
        let readers = at(keyword);
        let in_place = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];
        let items = ["prefixItems", "items", "contains"];
        let members = ["properties", "patternProperties", "additionalProperties"];
        let read = if at_items { items } else { members };
        assert!(in_place.iter().chain(&read).all(|read| at(read) < readers), "{keyword}");
    }
}

#[test]
fn meta_schemas_are_what_their_uris_say() {
    for (uri, document) in meta_schemas() {
        let member = |name| document.root().get(name).and_then(|value| value.as_str());
        assert_eq!(member("$id"), Some(uri));
        assert_eq!(member("$schema"), Some(DRAFT_2020_12), "{uri}");
        assert_eq!(member("$dynamicAnchor"), Some("meta"), "{uri}");
    }
    assert_eq!(META_SCHEMAS[0].0, DRAFT_2020_12);
}

/// The dialect turns on what the standard set has, and its parts are all there.
#[test]
fn the_standard_vocabularies_are_those_of_the_dialect() {
    let documents = meta_schemas();
    let root = documents[0].1.root();
    let declared = root.get("$vocabulary").and_then(|value| value.as_object()).unwrap();
    let set = declared.members().fold(Vocabularies::CORE, |set, (name, _)| {
        set.with(Vocabulary::from_uri(name.as_str()).unwrap())
    });
    assert_eq!(set, Vocabularies::STANDARD);
    let Some(View::Array(parts)) = root.get("allOf").map(Node::view) else { panic!() };
    for part in jsonbound_json::Array::items(parts) {
        let reference = part.get("$ref").and_then(|value| value.as_str()).unwrap();
        let uri = format!("https://json-schema.org/draft/2020-12/{reference}");
        assert!(META_SCHEMAS.iter().any(|(known, _)| *known == uri), "{uri}");
    }
}

#[test]
fn vocabularies_and_their_uris() {
    let asserts = |vocabulary: &Vocabulary| *vocabulary == Vocabulary::FormatAssertion;
    for vocabulary in ALL.into_iter().filter(|one| cfg!(feature = "idn") || !asserts(one)) {
        assert_eq!(Vocabulary::from_uri(vocabulary.uri()), Some(vocabulary));
    }
    for unknown in [
        "",
        "https://json-schema.org/draft/2020-12/vocab/",
        "https://json-schema.org/draft/2020-12/vocab/core#",
    ] {
        assert_eq!(Vocabulary::from_uri(unknown), None);
    }
}

#[test]
fn sets_of_vocabularies() {
    for vocabulary in ALL {
        let standard = vocabulary != Vocabulary::FormatAssertion;
        assert_eq!(Vocabularies::STANDARD.contains(vocabulary), standard);
    }
    let asserted = Vocabularies::CORE.with(Vocabulary::FormatAssertion);
    assert!(asserted.contains(Vocabulary::FormatAnnotation));
    assert!(asserted.contains(Vocabulary::FormatAssertion));
    for one in ALL.into_iter().take(7) {
        let set = Vocabularies::CORE.with(one);
        for other in ALL {
            assert_eq!(set.contains(other), other == one || other == Vocabulary::Core);
        }
    }
}

#[test]
fn the_table_finds_keywords_of_vocabularies_in_force() {
    let table = Table::new();
    for (position, keyword) in KEYWORDS.iter().enumerate() {
        let name = keyword.name;
        assert_eq!(table.find(name.into(), Vocabularies::STANDARD), Some(position));
        let in_core = keyword.vocabulary == Vocabulary::Core;
        assert_eq!(table.find(name.into(), Vocabularies::CORE), in_core.then_some(position));
        let with = Vocabularies::CORE.with(keyword.vocabulary);
        assert_eq!(table.find(name.into(), with), Some(position));
    }
    for unknown in ["", "Type", "type\0", "definitions", "$recursiveRef"] {
        assert_eq!(table.find(unknown.into(), Vocabularies::STANDARD), None);
    }
}
