//! The tables of keywords and dialects against the meta-schemas, which say the same in JSON.

use std::collections::{BTreeMap, BTreeSet};

use jsonbound_json::{Array, Document, DocumentNode, Node, Object, View};
use jsonbound_vocab::{
    Dialect, Dialects, Holds, KEYWORDS, Keyword, META_SCHEMAS, MetaSchema, Rules, Vocabularies,
    Vocabulary,
};

/// Declared for the schemas of older dialects only, or for those of nobody: no keywords of the dialect.
const DECLARED_ONLY: [(Dialect, &str); 4] = [
    (Dialect::Draft201909, "definitions"),
    (Dialect::Draft202012, "definitions"),
    (Dialect::Draft202012, "$recursiveAnchor"),
    (Dialect::Draft202012, "$recursiveRef"),
];

/// Not declared, as meta-schemas forgot them, or as everybody uses them all the same.
const UNDECLARED: [(Dialect, &str); 2] =
    [(Dialect::Draft3, "definitions"), (Dialect::Draft4, "$ref")];

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

fn parsed(meta_schema: &MetaSchema) -> Document<'static> {
    Document::parse(meta_schema.text.as_bytes()).unwrap()
}

fn rows(dialect: Dialect) -> BTreeMap<&'static str, &'static Keyword> {
    let rows = KEYWORDS.iter().filter(|keyword| keyword.dialects.contains(dialect));
    rows.map(|keyword| (keyword.name, keyword)).collect()
}

fn text<'d>(node: DocumentNode<'d>, name: &str) -> Option<&'d str> {
    node.get(name)?.as_str()
}

/// Whether a rule of a meta-schema is the meta-schema.
fn is_schema(rule: DocumentNode<'_>) -> bool {
    text(rule, "$ref") == Some("#")
        || text(rule, "$recursiveRef") == Some("#")
        || text(rule, "$dynamicRef") == Some("#meta")
}

fn is_schemas(rule: DocumentNode<'_>) -> bool {
    text(rule, "$ref").is_some_and(|reference| reference.ends_with("/schemaArray"))
}

/// What a rule allows: by `anyOf`, by the `type` of draft-03, or the rule itself.
fn alternatives(rule: DocumentNode<'_>) -> Vec<DocumentNode<'_>> {
    let list = rule.get("anyOf").or_else(|| rule.get("type")).and_then(|list| list.as_array());
    list.map_or(vec![rule], |list| list.items().collect())
}

/// What a meta-schema says that a keyword holds.
fn holds(rule: DocumentNode<'_>) -> Holds {
    let inside = |name| {
        rule.get(name)
            .is_some_and(|rule| alternatives(rule).into_iter().any(is_schema) || is_schema(rule))
    };
    let allowed = alternatives(rule);
    let names = |name| {
        move |rule: &DocumentNode<'_>| {
            rule.as_str() == Some(name) || text(*rule, "type") == Some(name)
        }
    };
    if allowed.iter().copied().any(is_schema) {
        match allowed.len() {
            1 => Holds::Schema,
            _ if allowed.iter().any(names("boolean")) => Holds::SchemaOrBoolean,
            _ => Holds::SchemaOrSchemas,
        }
    } else if is_schemas(rule) || inside("items") {
        Holds::Schemas
    } else if inside("additionalProperties") {
        Holds::Members
    } else {
        Holds::Data
    }
}

#[test]
fn names_are_unique_in_each_dialect() {
    for dialect in Dialect::all() {
        let count = KEYWORDS.iter().filter(|keyword| keyword.dialects.contains(dialect)).count();
        assert_eq!(rows(dialect).len(), count, "{dialect}");
    }
}

/// Each dialect has the keywords that its meta-schemas declare, and they hold schemas where those say.
#[test]
fn each_keyword_is_declared_as_the_meta_schemas_declare_it() {
    for dialect in Dialect::all() {
        let rows = rows(dialect);
        let mut declared = BTreeSet::new();
        for meta_schema in META_SCHEMAS.iter().filter(|found| found.dialect == dialect) {
            let document = parsed(meta_schema);
            let properties = document.root().get("properties").and_then(|value| value.as_object());
            for (name, rule) in properties.unwrap().members() {
                if DECLARED_ONLY.contains(&(dialect, name.as_str())) {
                    assert!(!rows.contains_key(name.as_str()), "{dialect} {name:?}");
                    continue;
                }
                let row = rows.get(name.as_str());
                let row = row.unwrap_or_else(|| panic!("{} declares {name:?}", meta_schema.uri));
                assert_eq!(row.holds, holds(rule), "{dialect} {name:?}");
                declared.insert(row.name);
            }
        }
        declared.extend(
            UNDECLARED.iter().filter(|(other, _)| *other == dialect).map(|&(_, name)| name),
        );
        assert_eq!(declared, rows.keys().copied().collect(), "{dialect}");
    }
}

/// The parts of a dialect's meta-schema are those of its vocabularies.
#[test]
fn each_keyword_is_of_the_vocabulary_that_declares_it() {
    for meta_schema in META_SCHEMAS {
        let uri = meta_schema.uri.replace("/meta/", "/vocab/");
        let Some(vocabulary) = Vocabulary::from_uri(meta_schema.dialect, &uri, false) else {
            continue;
        };
        // A `format` that is asserted is the same keyword as one that annotates.
        let vocabulary = match vocabulary {
            Vocabulary::FormatAssertion => Vocabulary::FormatAnnotation,
            other => other,
        };
        let document = parsed(meta_schema);
        let properties = document.root().get("properties").and_then(|value| value.as_object());
        for (name, _) in properties.unwrap().members() {
            let row = rows(meta_schema.dialect)[name.as_str()];
            assert_eq!(row.vocabulary, vocabulary, "{uri} {name:?}");
        }
    }
}

/// A keyword stands after those whose annotations it reads.
#[test]
fn the_order_of_evaluation() {
    let places = |name: &str| -> Vec<usize> {
        let rows = KEYWORDS.iter().enumerate().filter(|(_, keyword)| keyword.name == name);
        rows.map(|(place, _)| place).collect()
    };
    for (at_items, keyword) in [(true, "unevaluatedItems"), (false, "unevaluatedProperties")] {
        let readers = places(keyword);
        let in_place = [
            "$ref",
            "$dynamicRef",
            "$recursiveRef",
            "allOf",
            "anyOf",
            "oneOf",
            "if",
            "dependentSchemas",
            "dependencies",
        ];
        let items = ["prefixItems", "items", "additionalItems", "contains"];
        let members = ["properties", "patternProperties", "additionalProperties"];
        for read in in_place.iter().chain(if at_items { items.iter() } else { members.iter() }) {
            assert!(places(read).iter().max() < readers.iter().min(), "{read} {keyword}");
        }
    }
}

#[test]
fn meta_schemas_are_what_their_uris_say() {
    for meta_schema in META_SCHEMAS {
        let MetaSchema { dialect, uri, .. } = meta_schema;
        let document = parsed(meta_schema);
        let bare = |name| text(document.root(), name).map(|uri| uri.trim_end_matches('#'));
        assert_eq!(bare(dialect.traits().id), Some(*uri));
        assert_eq!(text(document.root(), "$schema"), Some(dialect.uri()), "{uri}");
        assert_eq!(MetaSchema::find(uri).map(|found| found.uri), Some(*uri));
    }
    for dialect in Dialect::all() {
        assert_eq!(MetaSchema::of(dialect).uri, dialect.uri().trim_end_matches('#'));
    }
    assert!(MetaSchema::find("https://json-schema.org/draft/2020-12/meta/none").is_none());
    let other_scheme = MetaSchema::find("https://json-schema.org/draft-07/schema");
    assert_eq!(other_scheme.map(|found| found.dialect), Some(Dialect::Draft7));
}

/// The dialects turn on what the standard set has, and their parts are all there.
#[test]
fn the_standard_vocabularies_are_those_of_the_dialect() {
    for dialect in [Dialect::Draft201909, Dialect::Draft202012] {
        let document = parsed(MetaSchema::of(dialect));
        let root = document.root();
        let declared = root.get("$vocabulary").and_then(|value| value.as_object()).unwrap();
        let set = declared.members().fold(Vocabularies::CORE, |set, (name, required)| {
            let required = required.as_bool().unwrap();
            set.with(Vocabulary::from_uri(dialect, name.as_str(), required).unwrap())
        });
        for keyword in rows(dialect).values() {
            assert!(set.contains(keyword.vocabulary), "{}", keyword.name);
        }
        let Some(View::Array(parts)) = root.get("allOf").map(Node::view) else { panic!() };
        for part in parts.items() {
            let base = dialect.uri().strip_suffix("schema").unwrap();
            let uri = format!("{base}{}", text(part, "$ref").unwrap());
            assert!(META_SCHEMAS.iter().any(|found| found.uri == uri), "{uri}");
        }
    }
}

#[test]
fn vocabularies_and_their_uris() {
    let (old, new) = (Dialect::Draft201909, Dialect::Draft202012);
    let of = |dialect, uri: &str, required| {
        let year = if dialect == old { "2019-09" } else { "2020-12" };
        let uri = format!("https://json-schema.org/draft/{year}/vocab/{uri}");
        Vocabulary::from_uri(dialect, &uri, required)
    };
    for dialect in [old, new] {
        assert_eq!(of(dialect, "core", true), Some(Vocabulary::Core));
        assert_eq!(of(dialect, "meta-data", false), Some(Vocabulary::MetaData));
        for unknown in ["", "core#", "Core"] {
            assert_eq!(of(dialect, unknown, true), None, "{unknown:?}");
        }
    }
    let asserted = cfg!(feature = "idn").then_some(Vocabulary::FormatAssertion);
    assert_eq!(of(old, "format", true), asserted);
    assert_eq!(of(old, "format", false), Some(Vocabulary::FormatAnnotation));
    assert_eq!(of(old, "unevaluated", true), None);
    assert_eq!(of(new, "format", true), None);
    assert_eq!(of(new, "format-annotation", true), Some(Vocabulary::FormatAnnotation));
    assert_eq!(of(new, "format-assertion", false), asserted);
    let uri = "https://json-schema.org/draft/2020-12/vocab/core";
    for dialect in [Dialect::Draft7, old, Dialect::V1] {
        assert_eq!(Vocabulary::from_uri(dialect, uri, true), None);
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
fn rules_find_keywords_that_are_in_force() {
    for dialect in Dialect::all() {
        let with = |vocabularies| Rules { dialect, vocabularies };
        for (position, keyword) in KEYWORDS.iter().enumerate() {
            if !keyword.dialects.contains(dialect) {
                assert_ne!(Rules::of(dialect).find(keyword.name.into()), Some(position));
                continue;
            }
            let find = |rules: Rules| rules.find(keyword.name.into());
            assert_eq!(find(Rules::of(dialect)), Some(position));
            let in_core = keyword.vocabulary == Vocabulary::Core;
            assert_eq!(find(with(Vocabularies::CORE)), in_core.then_some(position));
            assert_eq!(find(with(Vocabularies::CORE.with(keyword.vocabulary))), Some(position));
        }
        for unknown in ["", "Type", "type\0", "unknown"] {
            assert!(!Rules::of(dialect).has(unknown));
        }
    }
}

#[test]
fn dialects_have_many_spellings() {
    for dialect in Dialect::all() {
        let (_, bare) = dialect.uri().split_once("://").unwrap();
        let bare = bare.trim_end_matches('#');
        for scheme in ["http", "https"] {
            for end in ["", "#"] {
                assert_eq!(Dialect::from_uri(&format!("{scheme}://{bare}{end}")), Some(dialect));
            }
        }
        for wrong in [format!("ftp://{bare}"), format!("http://{bare}/"), format!("{bare}##")] {
            assert_eq!(Dialect::from_uri(&wrong), None, "{wrong}");
        }
        assert_eq!(Dialect::from_name(&dialect.to_string()), Some(dialect));
    }
    assert_eq!(Dialect::from_name("draft5"), None);
    assert_eq!(Dialect::from_uri(""), None);
}

#[test]
fn sets_of_dialects() {
    let all: Vec<Dialect> = Dialect::all().collect();
    for &first in &all {
        for &last in all.iter().filter(|&&last| last >= first) {
            let set = Dialects::between(first, last);
            for &one in &all {
                assert_eq!(set.contains(one), first <= one && one <= last);
            }
        }
        assert_eq!(Dialects::since(first), Dialects::between(first, Dialect::V1));
        assert_eq!(Dialects::until(first), Dialects::between(Dialect::Draft3, first));
        assert_eq!(Dialects::only(first).union(Dialects::ALL), Dialects::ALL);
    }
}

/// What is an anchor's name differs from dialect to dialect.
#[test]
fn names_of_anchors() {
    let is = |dialect: Dialect, name: &str| dialect.traits().is_anchor.map(|is| is(name));
    for (name, of_2019, of_2020, of_v1) in [
        ("a", true, true, true),
        ("A-1._", true, true, true),
        ("_a", false, true, true),
        ("a:b", true, false, false),
        ("\u{e9}", false, false, true),
        ("1", false, false, false),
        ("", false, false, false),
        ("a b", false, false, false),
        ("#", false, false, false),
    ] {
        assert_eq!(is(Dialect::Draft201909, name), Some(of_2019), "{name}");
        assert_eq!(is(Dialect::Draft202012, name), Some(of_2020), "{name}");
        assert_eq!(is(Dialect::V1, name), Some(of_v1), "{name}");
        assert_eq!(is(Dialect::Draft7, name), None);
    }
}
