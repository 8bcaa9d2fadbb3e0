//! The instruction set: one table, from which the enum, its documentation, costs, printer and verifier are made.
//!
//! An instruction asserts one thing of one value, or applies blocks to it or to what it holds. Instructions ignore
//! values of kinds that they do not speak of, as keywords do (Core 7.6.1). Evaluation is the engine's; here is only
//! what an instruction is.
//!
//! Invariant: an instruction is `Copy`, eight bytes, and has at most one operand; what does not fit stands in a table.

use core::fmt;

use crate::ids::*;
use crate::kinds::KindSet;
use crate::operand::{Operand, Scope};

/// Whether an instruction applies other blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// It looks at the value alone.
    Leaf,
    /// It applies blocks to the same value.
    InPlace,
    /// It applies blocks to items, members or member names.
    Descent,
}

macro_rules! instructions {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident $(($operand:ty))? = $mnemonic:literal, $family:ident, $kinds:ident, $cost:literal;
    )*) => {
        /// An instruction of a program.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Instr {
            $( $(#[doc = $doc])+ $name $(($operand))?, )*
        }

        /// The whole instruction set as data: mnemonic, family, static cost in steps, documentation.
        pub const INSTRUCTIONS: &[(&str, Family, u32, &str)] = &[
            $( ($mnemonic, Family::$family, $cost, concat!($($doc),+)), )*
        ];

        impl Instr {
            /// The name of the instruction in a disassembly.
            pub fn mnemonic(self) -> &'static str {
                match self { $( instructions!(@ignore $name $($operand)?) => $mnemonic, )* }
            }

            /// Whether the instruction applies other blocks, and to what.
            #[inline]
            pub fn family(self) -> Family {
                match self { $( instructions!(@ignore $name $($operand)?) => Family::$family, )* }
            }

            /// The kinds of values that the instruction says something of; all others pass.
            pub fn kinds(self) -> KindSet {
                match self { $( instructions!(@ignore $name $($operand)?) => KindSet::$kinds, )* }
            }

            /// The steps that the instruction costs whenever its block is entered. What depends on the instance is
            /// paid on top.
            pub fn cost(self) -> u32 {
                match self { $( instructions!(@ignore $name $($operand)?) => $cost, )* }
            }

            /// Whether every id that the instruction leads to is in range.
            pub(crate) fn verify(self, scope: Scope<'_>) -> bool {
                match self { $( instructions!(@bind operand $name $($operand)?) =>
                    instructions!(@verify operand scope $($operand)?), )* }
            }

            /// Prints the instruction with its operands resolved.
            pub(crate) fn print(self, scope: Scope<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.mnemonic())?;
                match self { $( instructions!(@bind operand $name $($operand)?) =>
                    instructions!(@print operand scope f $($operand)?), )* }
            }
        }
    };
    (@ignore $name:ident) => { Instr::$name };
    (@ignore $name:ident $operand:ty) => { Instr::$name(_) };
    (@bind $bound:ident $name:ident) => { Instr::$name };
    (@bind $bound:ident $name:ident $operand:ty) => { Instr::$name($bound) };
    (@verify $bound:ident $scope:ident) => { true };
    (@verify $bound:ident $scope:ident $operand:ty) => { Operand::verify($bound, $scope) };
    (@print $bound:ident $scope:ident $f:ident) => { Ok(()) };
    (@print $bound:ident $scope:ident $f:ident $operand:ty) => {{
        $f.write_str(" ")?;
        Operand::print($bound, $scope, $f)
    }};
}

instructions! {
    /// Nothing passes: the schema `false` (Core 4.3.2).
    Fail = "fail", Leaf, ALL, 1;
    /// The value is of one of these types (Validation 6.1.1).
    Type(KindSet) = "type", Leaf, ALL, 1;
    /// The value equals the literal (Validation 6.1.3). Pays for the literal's size.
    Const(LiteralId) = "const", Leaf, ALL, 1;
    /// The value equals one of these (Validation 6.1.2). Pays for the string, or for the size of the literals.
    Enum(EnumId) = "enum", Leaf, ALL, 1;
    /// A check that the host brought. It pays for itself.
    Custom(CheckId) = "custom", Leaf, ALL, 1;

    /// The number divided by this one is an integer (Validation 6.2.1). Pays for the product of the digits.
    MultipleOf(NumberId) = "multiple-of", Leaf, NUMBER, 1;
    /// The number is at most this one (Validation 6.2.2).
    Maximum(NumberId) = "maximum", Leaf, NUMBER, 1;
    /// The number is less than this one (Validation 6.2.3).
    ExclusiveMaximum(NumberId) = "exclusive-maximum", Leaf, NUMBER, 1;
    /// The number is at least this one (Validation 6.2.4).
    Minimum(NumberId) = "minimum", Leaf, NUMBER, 1;
    /// The number is greater than this one (Validation 6.2.5).
    ExclusiveMinimum(NumberId) = "exclusive-minimum", Leaf, NUMBER, 1;

    /// The number is in this range. Pays as the bounds would.
    Range(RangeId) = "range", Leaf, NUMBER, 1;

    /// The value is one of these strings.
    Strings(NamesId) = "strings", Leaf, ALL, 1;
    /// The string has so many code points. Pays for the bytes that are counted.
    Length(SpanId) = "length", Leaf, STRING, 1;
    /// The string has at most so many code points (Validation 6.3.1). Pays for the bytes that are counted.
    MaxLength(CountId) = "max-length", Leaf, STRING, 1;
    /// The string has at least so many code points (Validation 6.3.2). Pays for the bytes that are counted.
    MinLength(CountId) = "min-length", Leaf, STRING, 1;
    /// The pattern matches in the string (Validation 6.3.3). The matcher pays.
    Pattern(PatternId) = "pattern", Leaf, STRING, 1;
    /// The string is of this format (Validation 7). The check pays.
    Format(FormatId) = "format", Leaf, STRING, 1;

    /// The array has so many items.
    ItemCount(SpanId) = "item-count", Leaf, ARRAY, 1;
    /// The array has at most so many items (Validation 6.4.1).
    MaxItems(CountId) = "max-items", Leaf, ARRAY, 1;
    /// The array has at least so many items (Validation 6.4.2).
    MinItems(CountId) = "min-items", Leaf, ARRAY, 1;
    /// No two items are equal (Validation 6.4.3). Pays for hashing all of them.
    UniqueItems = "unique-items", Leaf, ARRAY, 1;
    /// The first items are valid, each against its own block (Core 10.3.1.1).
    PrefixItems(ListId) = "prefix-items", Descent, ARRAY, 1;
    /// Every item after the prefix is valid (Core 10.3.1.2). Pays for the array's length.
    Items(ItemsId) = "items", Descent, ARRAY, 1;
    /// So many items are valid (Core 10.3.1.3, Validation 6.4.4 and 6.4.5). Pays for the array's length.
    Contains(ContainsId) = "contains", Descent, ARRAY, 1;

    /// The object has so many members.
    MemberCount(SpanId) = "member-count", Leaf, OBJECT, 1;
    /// The object has at most so many members (Validation 6.5.1).
    MaxProperties(CountId) = "max-properties", Leaf, OBJECT, 1;
    /// The object has at least so many members (Validation 6.5.2).
    MinProperties(CountId) = "min-properties", Leaf, OBJECT, 1;
    /// The object has all of these members (Validation 6.5.3). Pays for the names' number and bytes.
    Required(NamesId) = "required", Leaf, OBJECT, 1;
    /// Members that are present ask for others (Validation 6.5.4). Pays for each name that is looked up.
    DependentRequired(DependentsId) = "dependent-required", Leaf, OBJECT, 1;
    /// The members of these names are valid (Core 10.3.2.1). Pays for the fewer of names and members.
    Properties(PropertiesId) = "properties", Descent, OBJECT, 1;
    /// Members whose name matches a pattern are valid (Core 10.3.2.2). Pays for members times patterns.
    PatternProperties(PatternsId) = "pattern-properties", Descent, OBJECT, 1;
    /// Members that neither `properties` nor `patternProperties` names are valid (Core 10.3.2.3). Pays for members,
    /// and for each times the patterns.
    AdditionalProperties(AdditionalId) = "additional-properties", Descent, OBJECT, 1;
    /// The object has this shape: its members are valid, and none is missing. Pays for the members, and for names that
    /// are not known times the patterns; or for looking the names up, if they are far fewer than the members.
    Object(ShapeId) = "object", Descent, OBJECT, 1;
    /// Every member's name is valid (Core 10.3.2.4). Pays for the members.
    PropertyNames(EdgeId) = "property-names", Descent, OBJECT, 1;

    /// The same value is valid against another block: `$ref` (Core 8.2.3.1).
    Ref(EdgeId) = "ref", InPlace, ALL, 1;
    /// The same value is valid against the block that the dynamic scope bound first (Core 8.2.3.2).
    DynamicRef(DynamicId) = "dynamic-ref", InPlace, ALL, 1;
    /// The value is valid against all of these (Core 10.2.1.1).
    AllOf(ListId) = "all-of", InPlace, ALL, 1;
    /// The value is valid against at least one of these (Core 10.2.1.2).
    AnyOf(ListId) = "any-of", InPlace, ALL, 1;
    /// The value is valid against exactly one of these (Core 10.2.1.3).
    OneOf(ListId) = "one-of", InPlace, ALL, 1;
    /// The value is valid against the only branch that can accept it.
    Select(SelectId) = "select", InPlace, ALL, 1;
    /// The value is not valid against this (Core 10.2.1.4).
    Not(EdgeId) = "not", InPlace, ALL, 1;
    /// The value is valid against one of two blocks, as a third decides (Core 10.2.2).
    If(ConditionId) = "if", InPlace, ALL, 1;
    /// Members that are present ask for more of the whole object (Core 10.2.2.4). Pays for the names.
    DependentSchemas(PropertiesId) = "dependent-schemas", InPlace, OBJECT, 1;

    /// Items that nothing evaluated are valid (Core 11.2). Pays for the items and for the marks.
    UnevaluatedItems(EdgeId) = "unevaluated-items", Descent, ARRAY, 1;
    /// Members that nothing evaluated are valid (Core 11.3). Pays for the members and for the marks.
    UnevaluatedProperties(EdgeId) = "unevaluated-properties", Descent, OBJECT, 1;

    /// The number is written without a fraction and an exponent: an integer up to draft-04 (Core 3.5), where `1.0` is
    /// none. A double never is, whatever its value. Pays for reading the number.
    IntegerForm = "integer-form", Leaf, NUMBER, 1;
}

const _: () = assert!(size_of::<Instr>() == 8);
