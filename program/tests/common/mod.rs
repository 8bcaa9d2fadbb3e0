//! Stand-ins for what a host brings to a program.

#![allow(dead_code, reason = "each test file uses a part")]

use std::sync::Arc;

use jsonbound_json::Document;
use jsonbound_program::{
    BlockId, Builder, Cache, Check, EdgeId, Exhausted, FormatCheck, Instance, Instr, Matcher,
    Meter, Program, Tracks, VerifyError,
};

/// Says yes to everything.
#[derive(Debug)]
pub(crate) struct Yes;

impl Matcher for Yes {
    fn cache(&self) -> Cache {
        Box::new(())
    }
    fn is_match(&self, _: &str, _: &mut Cache, meter: &mut dyn Meter) -> Result<bool, Exhausted> {
        meter.pay(1).map(|()| true)
    }
}

impl FormatCheck for Yes {
    fn is_valid(&self, _: &str, meter: &mut dyn Meter) -> Result<bool, Exhausted> {
        meter.pay(1).map(|()| true)
    }
}

impl Check for Yes {
    fn is_valid(&self, _: &dyn Instance, meter: &mut dyn Meter) -> Result<bool, Exhausted> {
        meter.pay(1).map(|()| true)
    }
}

pub(crate) fn yes() -> Arc<Yes> {
    Arc::new(Yes)
}

pub(crate) fn literal(text: &str) -> (Document<'static>, u64) {
    let document = Document::parse(text.as_bytes()).unwrap().into_owned();
    let cost = document.node_count() as u64;
    (document, cost)
}

/// Builds a program of an empty block, and a root block whose instructions are made from an edge to the empty one.
pub(crate) fn program(
    instructions: impl FnOnce(&mut Builder, EdgeId) -> Vec<Instr>,
) -> Result<Program, VerifyError> {
    builder(instructions).finish()
}

/// A builder that has all of such a program.
pub(crate) fn builder(instructions: impl FnOnce(&mut Builder, EdgeId) -> Vec<Instr>) -> Builder {
    let mut builder = Builder::new();
    let location = builder.location(None, "http://example.com/#");
    let root = builder.declare(location, Tracks::default());
    let nothing = empty(&mut builder);
    let edge = builder.edge(nothing, None, "/keyword");
    let code = instructions(&mut builder, edge);
    let keyword = builder.string("keyword");
    let code: Vec<_> = code.into_iter().map(|instr| (instr, keyword)).collect();
    builder.define(root, &code);
    let entry = builder.edge(root, None, "");
    builder.entry("", entry);
    builder
}

/// A block that accepts everything.
pub(crate) fn empty(builder: &mut Builder) -> BlockId {
    let location = builder.location(None, "http://example.com/#/empty");
    let block = builder.declare(location, Tracks::default());
    builder.define(block, &[]);
    block
}
