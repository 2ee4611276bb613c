/**
 * How alike two different addresses are. To somebody who compares their ends, which is all that a shortened address shows, and all that
 * whoever poisons a history of payments has to forge, the ends are what counts.
 *
 * Beside the ends, all of it counts: whatever ends it has, an address that is nearly a trusted one is a typo of whoever wrote it (near.ts).
 *
 * It does not cry wolf. `ADDRESSES=100000 npm run bench:addresses`, 100,000 random addresses of each of 14 kinds, each kind against 1,000
 * trusted ones of its own: none of the 1.4 million was nearly a trusted one, and none shared both ends (nor did any of 14 million). One
 * end alone is a lesser notice for a reason: it was shared by 2.99 % of EVM's, 0.86 % of Cardano's, 0.85 % of Stellar's, 0.45 % of
 * Algorand's, 0.20 % of Bitcoin's in bech32, 0.16 % of Cosmos', and by 0.03 to 0.10 % of the others'. That grows with the number of
 * trusted addresses of the chain: with 50 of the EVM it is 0.15 %.
 */

import { type Chain, canonicalAddress, fixedPrefix, foldedAddress } from '../chains/index.ts'
import type { Typo } from './party.ts'

/** Nearly all of it is the same, whatever the ends; both visible ends are shared; or only one of them: a lesser notice. */
export type Likeness = 'typo' | 'both-ends' | 'one-end'

/** All of them, the closest first. */
export const likenesses: readonly Likeness[] = ['typo', 'both-ends', 'one-end']

/**
 * How alike an address is to a trusted one of the same chain; null where it is not, and where it is the same address. Where the
 * chain's rules are not known, one end alone says nothing: what all its addresses begin with is not known either.
 */
export function likenessOf(address: string, trusted: string, chain: Chain): Likeness | null {
  if (canonicalAddress(address, chain) === canonicalAddress(trusted, chain)) return null
  if (typoOf(nearOf(seen(address), chain, null), nearOf(seen(trusted), chain, null))) return 'typo'
  const ends = visibleEnds(address, chain)
  const trustedEnds = visibleEnds(trusted, chain)
  return ends && trustedEnds && likenessOfEnds(ends, trustedEnds, chain)
}

/** The same of two different addresses whose ends are known already. */
export function likenessOfEnds(
  ends: VisibleEnds,
  trusted: VisibleEnds,
  chain: Chain,
): Exclude<Likeness, 'typo'> | null {
  const shared = Number(ends.start === trusted.start) + Number(ends.end === trusted.end)
  if (shared === 2) return 'both-ends'
  return shared === 1 && chain.isKnown ? 'one-end' : null
}

/** What is seen of an address however short it is shown: four characters behind the fixed prefix, and the last four. */
export interface VisibleEnds {
  readonly start: string
  readonly end: string
}

/**
 * The ends of an address, folded where case says nothing, and without what cannot be seen. Null where an address is so short that
 * its ends are all of it: nothing is hidden between them.
 */
export function visibleEnds(address: string, chain: Chain): VisibleEnds | null {
  const text = seen(address)
  const rest = foldedAddress(text, chain).slice(fixedPrefix(text, chain).length)
  if (rest.length <= 2 * endLength) return null
  return { start: rest.slice(0, endLength), end: rest.slice(-endLength) }
}

/** A stretch of an address that is shared with the other, or is not. */
export interface DifferencePart {
  readonly text: string
  readonly differs: boolean
}

/** Two addresses in parts, to be shown one above the other. The parts of each joined are that address. */
export interface Difference {
  readonly address: readonly DifferencePart[]
  readonly trusted: readonly DifferencePart[]
}

/**
 * What differs between two addresses. Of one length they are compared place by place; of two, what they share at either end is
 * alike, and all between differs. Capitals differ only where the chain has them differ.
 */
export function differenceOf(address: string, trusted: string, chain: Chain): Difference {
  const left = charactersOf(address, chain)
  const right = charactersOf(trusted, chain)
  if (left.length === right.length && left.length <= longestCompared) {
    const differs = (at: number) => left[at]?.folded !== right[at]?.folded
    return { address: partsOf(left, differs), trusted: partsOf(right, differs) }
  }
  const { start, end } = sharedEnds(left, right)
  const between = (length: number) => (at: number) => at >= start && at < length - end
  return {
    address: partsOf(left, between(left.length)),
    trusted: partsOf(right, between(right.length)),
  }
}

const endLength = 4

/** What is longer is no address, and is not taken apart place by place. */
const longestCompared = 1024

/** What is seen of an address: without characters that cannot be, and without space around it. */
export function seen(text: string): string {
  return /^[!-~]*$/.test(text)
    ? text
    : text.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim()
}

interface Character {
  readonly text: string
  readonly folded: string
}

function charactersOf(address: string, chain: Chain): readonly Character[] {
  const folded = [...foldedAddress(address, chain)]
  return [...address].map((text, at) => ({ text, folded: folded[at] ?? '' }))
}

function sharedEnds(left: readonly Character[], right: readonly Character[]) {
  const most = Math.min(left.length, right.length)
  let start = 0
  while (start < most && left[start]?.folded === right[start]?.folded) start += 1
  let end = 0
  while (end < most - start && left.at(-1 - end)?.folded === right.at(-1 - end)?.folded) end += 1
  return { start, end }
}

function partsOf(characters: readonly Character[], differs: (at: number) => boolean): DifferencePart[] {
  const parts: { text: string; differs: boolean }[] = []
  characters.forEach(({ text }, at) => {
    const last = parts.at(-1)
    if (last?.differs === differs(at)) last.text += text
    else parts.push({ text, differs: differs(at) })
  })
  return parts
}

/** A known text as it is looked for. */
export interface Near<T> {
  readonly text: string
  /** How much of it is behind the prefix that all addresses of its kind have. */
  readonly length: number
  readonly value: T
}

/** Finds those of many texts that are near another without comparing it with each. */
export interface NearIndex<T> {
  add(near: Near<T>): void
  find(near: Near<unknown>): readonly (readonly [value: T, typo: Typo])[]
}

/**
 * Of an address of at least 20 characters behind its prefix, four in five are the same and in the same order, and at most eight differ;
 * null otherwise. Shorter ones are names and numbers that people chose, and alike by choice.
 */
function typoOf(one: Near<unknown>, other: Near<unknown>): Typo | null {
  const length = Math.min(one.length, other.length)
  if (length < shortest) return null
  const most = Math.min(mostEdits, Math.floor(length / 5))
  const edits = editsBetween(one.text, other.text, most)
  return edits === 0 || edits > most ? null : { edits, longer: one.text.length - other.text.length }
}

/** An address as it is compared: without what cannot be seen, and folded where case says nothing. */
export function nearOf<T>(seen: string, chain: Chain, value: T): Near<T> {
  const text = foldedAddress(seen, chain)
  return { text, length: text.length - fixedPrefix(seen, chain).length, value }
}

/**
 * By pieces of four characters: every edit spoils one piece of a known text at most, and there are more pieces than edits, so that
 * one is found whole in whatever is near, about where it was.
 */
export function nearIndex<T>(): NearIndex<T> {
  const all: Near<T>[] = []
  // A piece that one text alone has, as nearly every one, leads to a number and no list: of a few hundred addresses there are ten thousand.
  const byPiece = new Map<string, number | number[]>()
  return {
    add(near) {
      const { text, length } = near
      if (length < shortest || text.length > longest) return
      const owner = all.push(near) - 1
      for (let at = text.length - length; at + piece <= text.length; at += piece) {
        const key = text.slice(at, at + piece)
        const place = owner * (longest + 1) + at
        const before = byPiece.get(key)
        if (before === undefined) byPiece.set(key, place)
        else if (typeof before === 'number') byPiece.set(key, [before, place])
        // A piece that so many have, as of zeros, tells nobody apart; the others do.
        else if (before.length < fullest) before.push(place)
      }
    },
    find(near) {
      const { text, length } = near
      if (byPiece.size === 0 || length < shortest || text.length > longest + mostEdits) return []
      const compared = new Map<Near<T>, Typo | null>()
      for (let at = 0; at + piece <= text.length; at += 1) {
        const places = byPiece.get(text.slice(at, at + piece)) ?? []
        for (const place of typeof places === 'number' ? [places] : places) {
          const other = all[Math.floor(place / (longest + 1))]
          if (other && Math.abs((place % (longest + 1)) - at) <= mostEdits && !compared.has(other))
            compared.set(other, typoOf(near, other))
        }
      }
      return [...compared].flatMap(([{ value }, typo]) => (typo ? [[value, typo] as const] : []))
    },
  }
}

const piece = 4
const shortest = 20
const mostEdits = 8
const longest = 256
const fullest = 200

/** Levenshtein's distance, up to `most`: more than that is any number above it. */
function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const left = one.slice(start)
  const right = other.slice(start)
  let row = Uint16Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let at = 1; at <= left.length; at += 1) {
    const next = new Uint16Array(row.length).fill(most + 1)
    if (at <= most) next[0] = at
    let least = next[0] ?? most
    for (let to = Math.max(1, at - most); to <= Math.min(right.length, at + most); to += 1) {
      const changed = (row[to - 1] ?? 0) + Number(left[at - 1] !== right[to - 1])
      const edits = Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1)
      next[to] = edits
      if (edits < least) least = edits
    }
    if (least > most) return most + 1
    row = next
  }
  return row[right.length] ?? most + 1
}
