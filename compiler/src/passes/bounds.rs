//! Bounds merging: what bounds one thing from both sides, or twice from one, becomes one instruction.
//!
//! Invariant: the merged bounds are met by the same values; bounds that no value can fail are dropped.

use jsonbound_program::{Bound, CountId, Draft, DraftBlock, DraftInstr, Instr, Op, Range, Span};

use super::{Context, Done};

pub(super) fn run(draft: &mut Draft, cx: &mut Context<'_, '_>) -> Done {
    draft.blocks.iter_mut().try_for_each(|block| {
        range(block, cx)?;
        spans(block, cx);
        Ok(())
    })
}

/// Replaces the instructions that `take` takes by one, where the first of them stood.
fn replace(
    code: &mut Vec<DraftInstr>,
    mut take: impl FnMut(Instr) -> bool,
    with: impl FnOnce() -> Option<Instr>,
) {
    let mut first = None;
    let mut position = 0;
    code.retain(|instr| {
        let taken = matches!(instr.op, Op::Leaf(leaf) if take(leaf));
        if taken && first.is_none() {
            first = Some((position, instr.site));
        }
        position += usize::from(!taken);
        !taken
    });
    if let Some((position, site)) = first
        && let Some(instr) = with()
    {
        code.insert(position, DraftInstr { op: Op::Leaf(instr), edges: Vec::new(), site });
    }
}

fn range(block: &mut DraftBlock, cx: &mut Context<'_, '_>) -> Done {
    let mut range = Range { low: None, high: None };
    for instr in &block.code {
        let Op::Leaf(leaf) = instr.op else { continue };
        let (number, exclusive, low) = match leaf {
            Instr::Minimum(number) => (number, false, true),
            Instr::ExclusiveMinimum(number) => (number, true, true),
            Instr::Maximum(number) => (number, false, false),
            Instr::ExclusiveMaximum(number) => (number, true, false),
            _ => continue,
        };
        let bound = Bound { number, exclusive };
        let place = if low { &mut range.low } else { &mut range.high };
        *place = match *place {
            None => Some(bound),
            Some(other) => Some(stronger(other, bound, low, cx)?),
        };
    }
    let taken = |instr| {
        matches!(
            instr,
            Instr::Minimum(_)
                | Instr::ExclusiveMinimum(_)
                | Instr::Maximum(_)
                | Instr::ExclusiveMaximum(_)
        )
    };
    replace(&mut block.code, taken, || Some(Instr::Range(cx.builder.range(range))));
    Ok(())
}

/// The bound that lets fewer numbers through.
fn stronger(
    one: Bound,
    other: Bound,
    low: bool,
    cx: &mut Context<'_, '_>,
) -> Result<Bound, crate::error::CompileErrorKind> {
    let tables = cx.builder.tables();
    let (a, b) = (tables.number(one.number), tables.number(other.number));
    cx.budget.pay(a.cost() + b.cost())?;
    let order = if low { a.cmp(b) } else { b.cmp(a) };
    let first = order.is_gt() || (order.is_eq() && one.exclusive);
    Ok(if first { one } else { other })
}

/// How an instruction bounds a count from below, or from above.
enum Side {
    Min(CountId),
    Max(CountId),
}

fn spans(block: &mut DraftBlock, cx: &mut Context<'_, '_>) {
    let length = |instr| match instr {
        Instr::MinLength(count) => Some(Side::Min(count)),
        Instr::MaxLength(count) => Some(Side::Max(count)),
        _ => None,
    };
    let items = |instr| match instr {
        Instr::MinItems(count) => Some(Side::Min(count)),
        Instr::MaxItems(count) => Some(Side::Max(count)),
        _ => None,
    };
    let members = |instr| match instr {
        Instr::MinProperties(count) => Some(Side::Min(count)),
        Instr::MaxProperties(count) => Some(Side::Max(count)),
        _ => None,
    };
    span(block, cx, length, Instr::Length);
    span(block, cx, items, Instr::ItemCount);
    span(block, cx, members, Instr::MemberCount);
}

fn span(
    block: &mut DraftBlock,
    cx: &mut Context<'_, '_>,
    side: impl Fn(Instr) -> Option<Side>,
    merged: fn(jsonbound_program::SpanId) -> Instr,
) {
    const ANY: Span = Span { min: 0, max: u64::MAX };
    let mut span = ANY;
    for instr in &block.code {
        let Op::Leaf(leaf) = instr.op else { continue };
        match side(leaf) {
            Some(Side::Min(count)) => span.min = span.min.max(cx.builder.tables().count(count)),
            Some(Side::Max(count)) => span.max = span.max.min(cx.builder.tables().count(count)),
            None => {}
        }
    }
    let with = || (span != ANY).then(|| merged(cx.builder.span(span)));
    replace(&mut block.code, |instr| side(instr).is_some(), with);
}
