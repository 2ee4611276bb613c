/**
 * How alike two addresses are. People compare the ends: a short form shows nothing else, and a poisoner forges nothing else.
 *
 * False alarms, by `ADDRESSES=100000 npm run bench:addresses` (14 kinds, each against 1,000 trusted addresses): no typo, no shared pair of
 * ends. One end was shared by 2.99 % for the EVM, 0.86 % for Cardano, 0.85 % for Stellar, 0.45 % for Algorand, 0.20 % for Bitcoin's
 * bech32, 0.16 % for Cosmos and at most 0.10 % for the others. One end is therefore only a notice.
 */

import { type Chain, canonicalAddress, fixedPrefix, foldedAddress } from '../chains/chain.ts'
import type { Typo } from './party.ts'

/** Closest first. */
export const likenesses = ['typo', 'both-ends', 'one-end'] as const
export type Likeness = (typeof likenesses)[number]

export type Resemblance =
  | { readonly likeness: 'typo'; readonly typo: Typo }
  | { readonly likeness: Exclude<Likeness, 'typo'> }

/** Null where nothing is alike, and for the same address. */
export function likenessOf(address: string, trusted: string, chain: Chain): Likeness | null {
  if (canonicalAddress(address, chain) === canonicalAddress(trusted, chain)) return null
  const [one, other] = [comparable(address, chain), comparable(trusted, chain)]
  return typoOf(one, other) ? 'typo' : likenessOfEnds(one, other, chain)
}

/** Closest first; typos by number of edits. */
export function closeness(resemblance: Resemblance): number {
  const { likeness } = resemblance
  return likeness === 'typo' ? resemblance.typo.edits / 100 : likenesses.indexOf(likeness)
}

/**
 * Finds what an address resembles among many of one chain without comparing each: by its ends, and by pieces of four characters. Each edit
 * spoils one piece at most, and an address has more pieces than edits, so one matches.
 */
export class LikenessIndex<T> {
  readonly #chain: Chain
  readonly #byStart = new Map<string, Indexed<T>[]>()
  readonly #byEnd = new Map<string, Indexed<T>[]>()
  readonly #byPiece = new Map<string, { readonly one: Indexed<T>; readonly at: number }[]>()

  constructor(chain: Chain) {
    this.#chain = chain
  }

  add(address: string, value: T): void {
    const one = { ...comparable(address, this.#chain), value }
    const { text, length, ends } = one
    if (ends !== null) {
      innerArray(this.#byStart, ends.start).push(one)
      innerArray(this.#byEnd, ends.end).push(one)
    }
    if (length < shortest || text.length > longest) return
    for (let at = text.length - length; at + piece <= text.length; at += piece) {
      const places = innerArray(this.#byPiece, text.slice(at, at + piece))
      // A common piece, such as zeros, identifies nothing; other pieces do.
      if (places.length < fullest) places.push({ one, at })
    }
  }

  /** Each value once, with the closest likeness to any of these forms of an address. */
  find(forms: Iterable<string>): ReadonlyMap<T, Resemblance> {
    const closest = new Map<T, Resemblance>()
    const note = (value: T, now: Resemblance) => {
      const before = closest.get(value)
      if (before === undefined || closeness(now) < closeness(before)) closest.set(value, now)
    }
    for (const one of [...forms].map((form) => comparable(form, this.#chain))) {
      const { start = '', end = '' } = one.ends ?? {}
      for (const other of [...(this.#byStart.get(start) ?? []), ...(this.#byEnd.get(end) ?? [])]) {
        const likeness = likenessOfEnds(one, other, this.#chain)
        if (likeness !== null) note(other.value, { likeness })
      }
      for (const other of this.#near(one)) {
        const typo = typoOf(one, other)
        if (typo !== null) note(other.value, { likeness: 'typo', typo })
      }
    }
    return closest
  }

  #near({ text, length }: Comparable): ReadonlySet<Indexed<T>> {
    const near = new Set<Indexed<T>>()
    if (length < shortest || text.length > longest + mostEdits) return near
    for (let at = 0; at + piece <= text.length; at += 1)
      for (const place of this.#byPiece.get(text.slice(at, at + piece)) ?? [])
        if (Math.abs(place.at - at) <= mostEdits) near.add(place.one)
    return near
  }
}

interface Comparable {
  /** Folded, without invisible characters. */
  readonly text: string
  /** Without the prefix that all addresses of its kind share. */
  readonly length: number
  /** Four characters after the fixed prefix, and the last four. */
  readonly ends: { readonly start: string; readonly end: string } | null
}

interface Indexed<T> extends Comparable {
  readonly value: T
}

function comparable(address: string, chain: Chain): Comparable {
  const visible = /^[!-~]*$/.test(address)
    ? address
    : address.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim()
  const text = foldedAddress(visible, chain)
  const rest = text.slice(fixedPrefix(visible, chain).length)
  const isLong = rest.length > 2 * endLength
  const ends = isLong ? { start: rest.slice(0, endLength), end: rest.slice(-endLength) } : null
  return { text, length: rest.length, ends }
}

/** Null for an address so short that nothing lies between its ends. */
export function visibleEnds(address: string, chain: Chain): Comparable['ends'] {
  return comparable(address, chain).ends
}

/** One end means nothing on an unknown chain: all its addresses may share a start. */
function likenessOfEnds({ ends: one }: Comparable, { ends: other }: Comparable, chain: Chain) {
  if (one === null || other === null) return null
  const shared = Number(one.start === other.start) + Number(one.end === other.end)
  if (shared === 2) return 'both-ends'
  return shared === 1 && chain.isKnown ? 'one-end' : null
}

export interface DifferencePart {
  readonly text: string
  readonly differs: boolean
}

export interface Difference {
  readonly address: readonly DifferencePart[]
  readonly trusted: readonly DifferencePart[]
}

/**
 * Compares equal lengths place by place; fewer than four equal characters between two that differ are chance, and belong to what differs. For
 * other lengths, everything between the shared ends differs.
 */
export function differenceOf(address: string, trusted: string, chain: Chain): Difference {
  const left = charactersOf(address, chain)
  const right = charactersOf(trusted, chain)
  if (left.length === right.length && left.length <= longestCompared) {
    const places = left.flatMap(({ folded }, at) => (folded === right[at]?.folded ? [] : at))
    const inRun = new Set(
      places.flatMap((at, index) => {
        const before = places[index - 1] ?? at
        const length = at - before <= endLength ? at - before : 0
        return Array.from({ length: length + 1 }, (_, back) => at - back)
      }),
    )
    const differs = (at: number) => inRun.has(at)
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

/** Longer texts are not addresses. */
const longestCompared = 1024

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

function innerArray<K, V>(map: Map<K, V[]>, key: K): V[] {
  const values = map.get(key) ?? []
  map.set(key, values)
  return values
}

const piece = 4
const shortest = 20
const mostEdits = 8
const longest = 256
const fullest = 200

/** At most one character in five, and eight in all. Shorter addresses are names and numbers, similar by choice. */
function typoOf(one: Comparable, other: Comparable): Typo | null {
  const length = Math.min(one.length, other.length)
  if (length < shortest) return null
  const most = Math.min(mostEdits, Math.floor(length / 5))
  const edits = editsBetween(one.text, other.text, most)
  return edits === 0 || edits > most ? null : { edits, longer: one.text.length - other.text.length }
}

/** Levenshtein distance near the diagonal. A result above `most` means "more". */
function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let row = Uint16Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = new Uint16Array(row.length).fill(most + 1)
    if (at <= most) next[0] = at
    let least = next[0] ?? most
    for (let to = Math.max(1, at - most); to <= Math.min(other.length, at + most); to += 1) {
      const changed = (row[to - 1] ?? 0) + Number(one[at - 1] !== other[to - 1])
      const edits = Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1)
      next[to] = edits
      if (edits < least) least = edits
    }
    if (least > most) return most + 1
    row = next
  }
  return row[other.length] ?? most + 1
}
