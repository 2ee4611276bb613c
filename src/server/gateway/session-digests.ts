/** What tells keys, sessions and people apart without telling them: keyed with the secrets, so that nobody can try values on it. */
import { createHash, createHmac } from 'node:crypto'
import type { Credentials, SealedReader } from './reader.ts'
import type { RegisteredSession } from './session-register.ts'

/** The digests of an installation. */
export interface SessionDigests {
  /** The mark of whoever reads with these credentials: the same for the same ones, and for nobody else. */
  markOf(credentials: Credentials, reader?: SealedReader): string
  /** Whose a session is, by each of the secrets: what began under an older one is found too. */
  ownersOf(reader: SealedReader): RegisteredSession['owners']
  /** Of a key, for a log. */
  fingerprint(apiKey: string): string
}

/** `keys`: the first makes marks and fingerprints. `service`: for which the sessions are. */
export function createSessionDigests(keys: readonly [Buffer, ...Buffer[]], service: string): SessionDigests {
  const keyed = (key: Buffer, ...parts: readonly (string | null)[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')
  const [first, ...others] = keys
  return {
    markOf: ({ apiKey, accountId }, reader) =>
      keyed(
        first,
        ...['session mark', service, apiKey, accountId],
        ...(reader && 'person' in reader ? [reader.person.id] : []),
      ).slice(0, 32),
    ownersOf(reader) {
      const owner = (key: Buffer) =>
        'person' in reader
          ? keyed(key, 'session owner', reader.person.id)
          : keyed(key, 'session owner', service, reader.apiKey, reader.accountId)
      return [owner(first), ...others.map(owner)]
    },
    fingerprint: (apiKey) => keyed(first, 'key fingerprint', apiKey).slice(0, 16),
  }
}

/** Tells credentials from others, where nobody but this gateway reads it. */
export function digestOf({ apiKey, accountId }: Credentials): string {
  return createHash('sha256')
    .update(JSON.stringify([apiKey, accountId]))
    .digest('base64url')
}
