/**
 * Addresses that are nearly one another: a character lost, added or changed here and there. Nobody can forge that much of an address;
 * whoever retypes or edits one makes it easily.
 */
import { type Chain, fixedPrefix, foldedAddress } from '../chains/index.ts'
import type { Typo } from './typo.ts'

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
export function typoOf(one: Near<unknown>, other: Near<unknown>): Typo | null {
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
