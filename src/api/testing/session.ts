import type { SessionState } from '../../contract/session.ts'

/** A session that has no end, of a reader who signed in with a key. */
export const signedIn: SessionState = {
  service: { address: 'http://127.0.0.1:1', id: 'embedded:1', embedded: true },
  signedIn: true,
  fixedKey: false,
  demonstrationKey: null,
  provider: null,
  person: null,
  accountId: null,
  mark: 'mine',
  expiresAt: null,
  idleSeconds: null,
  sync: { mode: 'off', pages: 300 },
}
