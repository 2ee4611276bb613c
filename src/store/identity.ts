import { createHmac } from 'node:crypto'
import { textDigest } from './database-text.ts'

/** `service`: the installation. `accountId`: null if the service has none. */
export interface AccountIdentity {
  readonly service: string
  readonly reader: AccountReader
  readonly apiKey: string
  readonly accountId: string | null
}

/**
 * The operator's name of the account, or a person who typed the key. `pack`: the records are those of an audit pack that somebody opened, and the
 * key is a secret of that session.
 */
export type AccountReader =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'typed' }
  | { readonly kind: 'pack' }

/** The store has no keys: from a digest under its secret, none can be guessed without that. */
export function keyDigest(apiKey: string, secret: string): string {
  return createHmac('sha256', secret).update(apiKey).digest('base64url').slice(0, 22)
}

/** In the column `reader`, of an account whose sessions decide how long it is kept. */
export const packReader = 'pack'

/** Another key under the same name is another account. */
export function accountKey({ service, reader, accountId }: AccountIdentity, digest: string): string {
  const name = reader.kind === 'named' ? reader.name : reader.kind === 'pack' ? packReader : null
  return textDigest(JSON.stringify([service, name, accountId, digest]))
}
