//! The oracle as a tier.

use jsonbound::Dialect;

use crate::case::{Case, Remote};
use crate::oracle::{Json, Library, Oracle};
use crate::run::{Answer, Known, Tier};

/// What the oracle does not know: it declines formats that are asserted.
const KNOWN: &[Known] = &[
    Known::new("optional/format-assertion.json", "*", "*", "format is asserted"),
    Known::new(
        "embedded-dialect.json",
        "*",
        "*",
        "documents are checked as a whole, for one dialect",
    ),
];

/// The oracle, which knows only what it is given: the standard meta-schemas and the remotes.
///
/// # Panics
///
/// On a remote that is not JSON; it is for tests.
pub fn oracle(remotes: &[Remote]) -> Tier<'static> {
    oracle_of(Dialect::default(), remotes)
}

/// As [`oracle`]; schemas that name no dialect are of this one.
///
/// # Panics
///
/// As `oracle`.
pub fn oracle_of(dialect: Dialect, remotes: &[Remote]) -> Tier<'static> {
    let mut shared = Library::new();
    // Other dialects are met only in documents that say so.
    let own = format!("\"$schema\":\"{}\"", dialect.uri());
    for (uri, text) in jsonbound::meta_schemas() {
        if !remotes.is_empty() || text.contains(&own) {
            add(&mut shared, uri, text);
        }
    }
    add_all(&mut shared, remotes);
    Tier::new("oracle", move |case| consult(dialect, &shared, case)).known(KNOWN)
}

fn add_all(library: &mut Library, remotes: &[Remote]) {
    remotes.iter().for_each(|remote| add(library, &remote.uri, &remote.text));
}

fn add(library: &mut Library, uri: &str, text: &str) {
    match Json::parse(text) {
        Ok(document) => library.add(uri, document),
        Err(why) => panic!("{uri}: {why}"),
    }
}

/// One answer for each test; a schema that does not fit its meta-schema has no verdicts.
fn consult(dialect: Dialect, shared: &Library, case: &Case) -> Vec<Answer> {
    let all = |why: String| vec![Answer::Failed(why); case.tests.len()];
    let mut library = shared.clone();
    add_all(&mut library, &case.remotes);
    let schema = match Json::parse(&case.schema) {
        Ok(schema) => schema,
        Err(why) => return all(why),
    };
    let oracle = match Oracle::of_dialect(&schema, &library, dialect.uri()) {
        Ok(oracle) => oracle,
        Err(why) => return all(why),
    };
    match oracle.check_schema() {
        Ok(true) => {}
        Ok(false) => return all("the schema is invalid against its meta-schema".into()),
        Err(why) => return all(why),
    }
    let check = |instance: &str| oracle.check(&Json::parse(instance)?);
    case.tests.iter().map(|test| Answer::of(check(&test.instance))).collect()
}
