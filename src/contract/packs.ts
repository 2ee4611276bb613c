/**
 * Audit packs that are open. `POST` with the file as body opens one. Everything that the API answers of an account is answered of an open pack
 * below `/api/packs/{id}`, and its pages stand below `/packs/{id}`; `DELETE` of either closes it.
 */
export const packsPath = '/api/packs'

/** Headers of the `POST`: the name of the file, percent-encoded, and a JWK set whose keys the reader trusts, in base64url. */
export const packNameHeader = 'x-pack-name'
export const packKeysHeader = 'x-pack-keys'

/** What an open pack says of itself. Times are ISO 8601 UTC. */
export interface OpenPack {
  readonly id: string
  /** Of the file. */
  readonly name: string
  readonly service: string
  readonly account: string | null
  readonly as_of: string
  readonly made_at: string
  /** Id of the key that signed it. */
  readonly key: string
  /** Why it is not complete, in sentences. */
  readonly missing: readonly string[]
}

/** The pack in whose pages an address is. `base`: what all its addresses begin with. */
export function packAt(pathname: string): { readonly id: string; readonly base: string } | null {
  const [base = '', id] = /^\/packs\/([\w-]{22})(?=\/|$)/.exec(pathname) ?? []
  return id === undefined ? null : { id, base }
}
