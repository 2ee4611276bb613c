import fc from 'fast-check'

/** Any code point, halves of surrogate pairs among them. fast-check's own unit of these takes two seconds to make. */
export const anyCharacter = fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))
