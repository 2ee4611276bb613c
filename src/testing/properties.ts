/** How properties are tried: with fewer values in the quick set, unless a test says with how many. */
import fc from 'fast-check'
import { cases } from './cases.ts'

fc.configureGlobal({ numRuns: cases(100) })

/** Any code point, halves of surrogate pairs among them. fast-check's own unit of these takes two seconds to make. */
export const anyCharacter = fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))
