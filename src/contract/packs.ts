/**
 * Open audit packs. `POST` with the file as body opens one. Its API is below `/api/packs/{id}`, as for an account, and its pages below
 * `/packs/{id}`; `DELETE` of either closes it.
 */
export const packsPath = '/api/packs'

/** Headers of the `POST`: the name of the file, percent-encoded, and a JWK set whose keys the reader trusts, in base64url. */
export const packNameHeader = 'x-pack-name'
export const packKeysHeader = 'x-pack-keys'

/** What an open pack says of itself. Times are ISO 8601 UTC. */
export interface OpenPack {
  readonly id: string
  readonly name: string
  readonly service: string
  readonly account: string | null
  /** The account was typed by a person. */
  readonly is_typed: boolean
  readonly as_of: string
  readonly made_at: string
  readonly key: string
  /** Why it is not complete, in sentences. */
  readonly missing: readonly string[]
}

/** The pack in whose pages an address is. `base`: what all its addresses begin with. */
export function packAt(pathname: string): { readonly id: string; readonly base: string } | null {
  const [base = '', id] = /^\/packs\/([\w-]{22})(?=\/|$)/.exec(pathname) ?? []
  return id === undefined ? null : { id, base }
}

/** Audit packs that are being made and were made: `POST` begins one, `GET` of one is its file, `DELETE` of one stops or removes it. */
export const madePacksPath = '/api/audit-packs'

/** The body of the `POST`. `period` and `vaults` as links have them; what its maker types is one line each. */
export interface PackRequest {
  readonly period: string
  readonly vaults: string | null
  readonly reference: string | null
}

/** It is kept for an hour, and goes with the session. */
export interface MadePack extends Pick<PackRequest, 'period' | 'vaults'> {
  readonly id: string
  readonly state: 'making' | 'ready' | 'failed'
  readonly part: number
  readonly failure: string | null
  /** Once it is ready. */
  readonly file: { readonly name: string; readonly bytes: number; readonly isComplete: boolean } | null
}
