//! The core vocabulary (Core 8). Identifiers are the compiler's; what is left are references.

use jsonbound_json::DocumentNode;

use crate::lowering::{Failed, Lowering};

/// `$ref`, `$dynamicRef` (Core 8.2.3), and `$recursiveRef` (2019-09, Core 8.2.4.2).
pub(super) fn reference<'d>(
    cx: &mut dyn Lowering<'d>,
    value: DocumentNode<'d>,
) -> Result<(), Failed> {
    let instr = cx.reference(value)?;
    cx.emit(instr);
    Ok(())
}
