/** The open pack in whose pages this tab is. To open or close one loads the page anew, so that nothing of two accounts meets. */
import { type OpenPack, packAt } from '../contract/packs.ts'
import { apiPrefix } from '../contract/session.ts'

const shown = typeof location === 'undefined' ? null : packAt(location.pathname)

/** By the address. Whether it is still open, the session says. */
export const shownPackId = shown?.id ?? null

/** What the addresses of all pages begin with. */
export const pageBase = shown?.base ?? ''

export const apiBase = apiPrefix + pageBase

let asOf: number | null = null

export function notePack(pack: OpenPack | null): void {
  asOf = pack === null ? null : Date.parse(pack.as_of)
}

/** Milliseconds. In an open pack, "the last seven days" end when its records were read. */
export function presentTime(): number {
  return asOf ?? Date.now()
}
