//! Mailboxes of RFC 5321, and their internationalised form of RFC 6531.
//!
//! The lengths of section 4.5.3.1 hold: 64 bytes for the local part, and what DNS has for the domain.

#[cfg(feature = "idn")]
use jsonbound_program::Meter;

#[cfg(feature = "idn")]
use super::Answer;
use super::address;
use super::cursor::Cursor;
use super::hostname;

/// The most bytes of a local part (section 4.5.3.1.1).
const LOCAL: usize = 64;
/// The most bytes of a mailbox.
pub(super) const MAX: usize = LOCAL + 1 + hostname::MAX;
/// The most bytes of an internationalised mailbox, whose domain is normalised before it is measured: a character that
/// composing makes was four at most, of three bytes each at most.
#[cfg(feature = "idn")]
pub(super) const IDN_MAX: usize = LOCAL + 1 + 3 * hostname::IDN_MAX;
/// Steps for 16 bytes of a mailbox whose domain is normalised: eight a byte.
#[cfg(feature = "idn")]
pub(super) const NORMALIZE: u64 = 128;

/// `Mailbox` of RFC 5321, section 4.1.2.
pub(super) fn email(text: &str) -> bool {
    let domain = mailbox(text, false);
    domain.is_some_and(|domain| is_address_literal(domain) || hostname::is_ldh_name(domain))
}

/// `Mailbox` of RFC 6531, section 3.3: characters beyond ASCII in local parts, U-labels in domains. A domain is taken
/// in its normal form, since it has to be normalised before anybody can look it up.
#[cfg(feature = "idn")]
pub(super) fn idn_email(text: &str, meter: &mut dyn Meter) -> Answer {
    match mailbox(text, true) {
        None => Ok(false),
        Some(domain) if is_address_literal(domain) => Ok(true),
        Some(domain) => hostname::is_idn_domain(domain, meter),
    }
}

/// What follows a local part and `@`; `beyond` tells whether local parts may have characters beyond ASCII.
fn mailbox(text: &str, beyond: bool) -> Option<&str> {
    let mut cursor = Cursor::new(text);
    local_part(&mut cursor, beyond)?;
    let local = text.len() - cursor.left();
    (local <= LOCAL && cursor.eat(b'@')).then(|| text.get(local + 1..))?
}

/// `Local-part`: atoms between dots, or a quoted string.
fn local_part(cursor: &mut Cursor<'_>, beyond: bool) -> Option<()> {
    if cursor.eat(b'"') {
        return quoted(cursor, beyond);
    }
    let is_atext = |byte: u8| match byte {
        0x80.. => beyond,
        _ => byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte),
    };
    loop {
        (cursor.eat_all(is_atext) > 0).then_some(())?;
        if !cursor.eat(b'.') {
            return Some(());
        }
    }
}

/// The rest of a `Quoted-string`. A backslash quotes printable ASCII only, in RFC 6531 as well.
fn quoted(cursor: &mut Cursor<'_>, beyond: bool) -> Option<()> {
    loop {
        match cursor.next()? {
            b'"' => return Some(()),
            b'\\' => {
                cursor.eat_if(|byte| matches!(byte, b' '..=b'~'))?;
            }
            b' '..=b'~' => {}
            byte => (byte >= 0x80 && beyond).then_some(())?,
        }
    }
}

/// `address-literal` (section 4.1.3). Of tags, `IPv6` is the only one that is registered.
fn is_address_literal(text: &str) -> bool {
    let Some(literal) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return false;
    };
    match literal.split_at_checked(5) {
        Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => address::ipv6_of_mail(address),
        _ => address::ipv4(literal),
    }
}
