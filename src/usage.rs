//! What a schema uses of the limits: by which profile it would compile, and how far it is from the next.
//!
//! Invariant: what is listed is exact. A limit that cannot be counted so is not listed.

use std::collections::BTreeMap;

use jsonbound_json::{Array, Document, Node, NodeId, Object, View};

/// What reading and compiling a schema use of each limit, by the names of [`LIMITS`](crate::LIMITS): the least with
/// which they would succeed.
///
/// Not listed are the limits of instances and validations, and `inplace_depth`, which a compilation meets only where it
/// runs a meta-schema of one's own. Another pattern engine may know nothing of `pattern_ranges` and `pattern_nesting`,
/// which are 0 then. A document that was never text has no `schema_bytes`, `number_digits` and `number_exponent`.
///
/// ```
/// use jsonbound::{Document, Usage, Validator};
///
/// let schema = Document::parse(br#"{"properties": {"n": {"maximum": 1e6}}}"#)?;
/// let validator = Validator::builder().build_document(&schema)?;
/// let usage = validator.usage().max(Usage::of_document(&schema));
/// assert_eq!(usage.get("subschemas"), Some(2));
/// assert_eq!(usage.get("json_depth"), Some(3));
/// assert_eq!(usage.get("number_exponent"), Some(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Usage(BTreeMap<&'static str, u64>);

impl Usage {
    /// What reading a document uses. Members that later ones of the same name replaced do not count.
    pub fn of_document(document: &Document<'_>) -> Usage {
        let mut usage = Usage(BTreeMap::from([("json_depth", depth(document))]));
        if let Some(text) = document.text() {
            let (digits, exponent) = numbers(document, text.as_bytes());
            usage.0.insert("schema_bytes", text.len() as u64);
            usage.0.insert("number_digits", digits);
            usage.0.insert("number_exponent", exponent);
        }
        usage
    }

    pub(crate) fn of_compilation(usage: &jsonbound_compiler::Usage) -> Usage {
        Usage(usage.rows().collect())
    }

    /// What was used of the limit of this name.
    pub fn get(&self, limit: &str) -> Option<u64> {
        self.0.get(limit).copied()
    }

    /// What would do for both.
    #[must_use]
    pub fn max(mut self, other: Usage) -> Usage {
        for (name, used) in other.0 {
            let most = self.0.entry(name).or_default();
            *most = used.max(*most);
        }
        self
    }
}

/// Arrays and objects inside one another. In a document the children of a container stand before it, so each value's
/// depth is known when its container comes.
fn depth(document: &Document<'_>) -> u64 {
    let mut depths: Vec<u64> = Vec::with_capacity(document.node_count());
    for id in (0..document.node_count()).filter_map(|id| u32::try_from(id).ok()) {
        let inside = |id: NodeId| depths.get(id.0 as usize).copied().unwrap_or_default();
        let depth = match document.node(NodeId(id)).view() {
            View::Array(array) => {
                1 + array.items().map(|item| inside(item.id())).max().unwrap_or(0)
            }
            View::Object(object) => {
                1 + object.members().map(|(_, value)| inside(value.id())).max().unwrap_or(0)
            }
            _ => 0,
        };
        depths.push(depth);
    }
    depths.pop().unwrap_or_default()
}

/// The most digits of a number before its exponent, and the largest exponent, as they are written.
fn numbers(document: &Document<'_>, text: &[u8]) -> (u64, u64) {
    let mut most = (0, 0);
    for id in (0..document.node_count()).filter_map(|id| u32::try_from(id).ok()) {
        let node = document.node(NodeId(id));
        let (View::Number(_), Some(offset)) = (node.view(), node.offset()) else { continue };
        let number = text.get(offset..).unwrap_or_default();
        let end = number.iter().position(|byte| !b"+-.eE0123456789".contains(byte));
        let number = number.get(..end.unwrap_or(number.len())).unwrap_or_default();
        let mut parts = number.splitn(2, |byte| matches!(byte, b'e' | b'E'));
        let mut digits = || parts.next().unwrap_or_default().iter().filter(|b| b.is_ascii_digit());
        let written = digits().count() as u64;
        let exponent = digits().fold(0u64, |value, digit| {
            value.saturating_mul(10).saturating_add(u64::from(digit.wrapping_sub(b'0')))
        });
        most = (written.max(most.0), exponent.max(most.1));
    }
    most
}
