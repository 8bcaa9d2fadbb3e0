//! Test cases in the official suite's format: a schema, the documents it may refer to, and instances with verdicts.
//!
//! Schemas and instances are kept as the text that was written, so that each tier may read them in its own way and no
//! number is rounded on the way.

use std::ops::Range;

use jsonbound_json::{Array, Document, DocumentNode, Object, ParseLimits};

/// A document that a schema may refer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remote {
    /// The URI that it is retrieved by.
    pub uri: String,
    /// JSON text.
    pub text: String,
}

/// A schema with instances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The file, relative to the folder of its part; with `description`, it names the case.
    pub file: String,
    /// What the case is about.
    pub description: String,
    /// JSON text of the schema.
    pub schema: String,
    /// Documents for this case alone (`remotes`, which the official suite keeps in files of their own).
    pub remotes: Vec<Remote>,
    /// The instances.
    pub tests: Vec<Test>,
}

/// An instance with the verdict that is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// What the test is about.
    pub description: String,
    /// JSON text of the instance.
    pub instance: String,
    /// Whether the instance is valid.
    pub valid: bool,
}

/// JSON text that was parsed, with access to the text of its values.
#[derive(Debug)]
pub struct Texts<'t> {
    text: &'t str,
    document: Document<'t>,
}

impl<'t> Texts<'t> {
    /// Parses a file of test data, without limits.
    ///
    /// # Errors
    ///
    /// Text that is not JSON.
    pub fn parse(text: &'t str) -> Result<Self, String> {
        let document = Document::parse_with(text.as_bytes(), &ParseLimits::unlimited())
            .map_err(|error| error.to_string())?;
        Ok(Texts { text, document })
    }

    /// The whole value.
    pub fn root(&self) -> DocumentNode<'_> {
        self.document.root()
    }

    /// The text of a value, as it was written.
    ///
    /// # Errors
    ///
    /// Says so if the document lost its places.
    pub fn of(&self, node: DocumentNode<'_>) -> Result<String, String> {
        let text = |span: Range<usize>| self.text.get(span).map(str::to_owned);
        node.span().and_then(text).ok_or_else(|| "a value has no place in its text".into())
    }

    /// The text of a member, if there is one.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub fn member(&self, node: DocumentNode<'_>, name: &str) -> Result<Option<String>, String> {
        node.get(name).map(|member| self.of(member)).transpose()
    }
}

/// Reads a file in the official suite's format.
///
/// # Errors
///
/// Text that is not JSON, or not in the format.
pub fn read(file: &str, text: &str) -> Result<Vec<Case>, String> {
    let texts = Texts::parse(text).map_err(|error| format!("{file}: {error}"))?;
    let cases = texts.root().as_array().ok_or_else(|| format!("{file}: not an array of cases"))?;
    cases
        .items()
        .map(|node| read_case(file, &texts, node).map_err(|error| format!("{file}: {error}")))
        .collect()
}

fn read_case(file: &str, texts: &Texts<'_>, node: DocumentNode<'_>) -> Result<Case, String> {
    let tests = node.get("tests").and_then(DocumentNode::as_array).ok_or("a case without tests")?;
    Ok(Case {
        file: file.to_owned(),
        description: text_member(node, "description")?,
        schema: texts.member(node, "schema")?.ok_or("a case without schema")?,
        remotes: remotes(texts, node)?,
        tests: tests.items().map(|test| read_test(texts, test)).collect::<Result<_, _>>()?,
    })
}

fn read_test(texts: &Texts<'_>, node: DocumentNode<'_>) -> Result<Test, String> {
    Ok(Test {
        description: text_member(node, "description")?,
        instance: texts.member(node, "data")?.ok_or("a test without data")?,
        valid: node.get("valid").and_then(DocumentNode::as_bool).ok_or("a test without verdict")?,
    })
}

/// The member `remotes` of a case: URIs with documents.
///
/// # Errors
///
/// As [`Texts::of`].
pub fn remotes(texts: &Texts<'_>, case: DocumentNode<'_>) -> Result<Vec<Remote>, String> {
    let Some(members) = case.get("remotes").and_then(DocumentNode::as_object) else {
        return Ok(Vec::new());
    };
    members
        .members()
        .map(|(uri, node)| Ok(Remote { uri: uri.as_str().to_owned(), text: texts.of(node)? }))
        .collect()
}

/// A member that has to be a string.
///
/// # Errors
///
/// Names the member that is not there or not a string.
pub fn text_member(node: DocumentNode<'_>, name: &str) -> Result<String, String> {
    let text = node.get(name).and_then(DocumentNode::as_str);
    text.map(str::to_owned).ok_or_else(|| format!("no text {name:?}"))
}
