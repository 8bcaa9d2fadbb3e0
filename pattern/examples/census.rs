//! Which kinds of patterns schemas hold: a count of all `pattern` and `patternProperties` in the given files and
//! folders of JSON (`.json`, or `.jsonl` with a document in each line).
//!
//! ```text
//! cargo run --release -p jsonbound-pattern --example census -- FOLDER...
//! ```
//!
//! Each pattern counts once, however often it occurs. The walk looks at every object, so an instance with a member
//! `pattern` counts as well. Nothing recurses on a document but serde_json, whose depth is limited.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod corpus;

use std::collections::{BTreeMap, BTreeSet};

use jsonbound_pattern::{Assertion, Ast, Kind, Node, NodeId, PatternLimits, compile, parse};

fn main() -> std::io::Result<()> {
    let mut patterns = BTreeSet::new();
    let documents = corpus::each(std::env::args_os().skip(1), |document| {
        patterns.extend(corpus::patterns(document).map(str::to_owned));
    })?;
    println!("{documents} documents, {} patterns", patterns.len());
    report(&patterns);
    Ok(())
}

fn report(patterns: &BTreeSet<String>) {
    let (mut shapes, mut matchers) = (BTreeMap::new(), BTreeMap::new());
    let (mut lints, mut refused) = (BTreeMap::new(), Vec::new());
    for pattern in patterns {
        let limits = PatternLimits::untrusted();
        let (ast, compiled) = match (parse(pattern, &limits), compile(pattern, &limits)) {
            (Ok(ast), Ok(compiled)) => (ast, compiled),
            (_, Err(error)) | (Err(error), _) => {
                refused.push((pattern, error));
                continue;
            }
        };
        let shape = shape(&ast, compiled.kind);
        let matcher = corpus::matcher(&compiled);
        *shapes.entry(shape).or_insert(0) += 1;
        *matchers.entry(matcher).or_insert(0) += 1;
        for lint in &compiled.lints {
            *lints.entry(lint.kind.code()).or_insert(0) += 1;
        }
    }
    print("by shape", &shapes);
    print("by matcher", &matchers);
    print("lints", &lints);
    println!("\nrefused: {}", refused.len());
    for (pattern, error) in refused {
        println!("    {pattern:?}\n        {error}");
    }
}

fn print(title: &str, counts: &BTreeMap<&'static str, u64>) {
    println!("\n{title}");
    for (what, count) in counts {
        println!("{count:8}  {what}");
    }
}

/// The simplest shape that a pattern has.
fn shape(ast: &Ast, kind: Kind) -> &'static str {
    let (start, terms, end) = terms(ast);
    let all = |test: fn(&Ast, NodeId) -> bool| terms.iter().all(|&term| test(ast, term));
    match (kind, start, end) {
        (Kind::Metered, ..) => "look-around or back-references",
        (Kind::Literal, ..) if !all(is_char) || terms.is_empty() && !(start && end) => {
            "always true"
        }
        (Kind::Literal, true, true) => "literal, exact",
        (Kind::Literal, true, false) => "literal, prefix",
        (Kind::Literal, false, true) => "literal, suffix",
        (Kind::Literal, false, false) => "literal, anywhere",
        (_, true, true) if all(is_any) => "length only",
        (_, true, true) if all(is_literals) => "alternatives of literals, exact",
        (_, true, true) if all(is_run) => "runs of classes, exact",
        (_, true, _) if all(is_run) => "runs of classes, prefix",
        (_, false, _) if all(is_run) => "runs of classes, anywhere",
        (_, true, true) => "other, exact",
        _ => "other",
    }
}

/// The terms of a pattern without the anchors at its ends, and whether it has those.
fn terms(ast: &Ast) -> (bool, Vec<NodeId>, bool) {
    let mut terms = match ast.node(ast.root()) {
        Node::Concat(children) => ast.children(*children).to_vec(),
        _ => vec![ast.root()],
    };
    terms.retain(|&term| *ast.node(term) != Node::Empty);
    let is = |term: Option<&NodeId>, assertion| {
        term.is_some_and(|&term| *ast.node(term) == Node::Assert(assertion))
    };
    let start = is(terms.first(), Assertion::Start);
    if start {
        terms.remove(0);
    }
    let end = is(terms.last(), Assertion::End);
    if end {
        terms.pop();
    }
    (start, terms, end)
}

fn is_char(ast: &Ast, id: NodeId) -> bool {
    matches!(ast.node(id), Node::Char(_))
}

/// `.` or `[^]`, once or repeated.
fn is_any(ast: &Ast, id: NodeId) -> bool {
    match *ast.node(repeated(ast, id)) {
        Node::Set(set) => ast.set(set).is_some_and(|set| {
            let size: u32 = set.ranges().iter().map(|(low, high)| high - low + 1).sum();
            let left_out =
                ['\n', '\r', '\u{2028}', '\u{2029}'].map(|c| u32::from(!set.contains(c)));
            size + left_out.iter().sum::<u32>() == 0x11_0000
        }),
        _ => false,
    }
}

/// A character or class, once or repeated.
fn is_run(ast: &Ast, id: NodeId) -> bool {
    matches!(ast.node(repeated(ast, id)), Node::Char(_) | Node::Set(_))
}

/// A group of literals, one of which has to be there.
fn is_literals(ast: &Ast, id: NodeId) -> bool {
    let Node::Group { body, .. } = *ast.node(id) else { return is_char(ast, id) };
    let branches = match *ast.node(body) {
        Node::Alternate(children) => ast.children(children),
        _ => &[body],
    };
    branches.iter().all(|&branch| match *ast.node(branch) {
        Node::Concat(children) => ast.children(children).iter().all(|&term| is_char(ast, term)),
        _ => is_char(ast, branch),
    })
}

/// What a quantifier repeats, without a group around it; the node itself if there is none.
fn repeated(ast: &Ast, id: NodeId) -> NodeId {
    let mut id = id;
    while let Node::Group { body, .. } | Node::Repeat { body, .. } = *ast.node(id) {
        id = body;
    }
    id
}
