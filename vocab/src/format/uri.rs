//! URIs and IRIs. The grammars are those of the crate `fluent-uri`, which reads a string once, without recursion and
//! without allocating.

use fluent_uri::{Iri, IriRef, Uri, UriRef};

/// `URI` of RFC 3986, section 3.
pub(super) fn uri(text: &str) -> bool {
    Uri::parse(text).is_ok()
}

/// `URI-reference` of RFC 3986, section 4.1.
pub(super) fn uri_reference(text: &str) -> bool {
    UriRef::parse(text).is_ok()
}

/// `IRI` of RFC 3987, section 2.2.
pub(super) fn iri(text: &str) -> bool {
    Iri::parse(text).is_ok()
}

/// `IRI-reference` of RFC 3987, section 2.2.
pub(super) fn iri_reference(text: &str) -> bool {
    IriRef::parse(text).is_ok()
}
