import { expect, test } from 'vitest'
import { parseSessionState, readerOf } from './session.ts'

const service = 'https://custody.invalid'

test('two keys of which neither has an account id are two readers, and the keys of one account are one', () => {
  const one = readerOf({ service, account: null, fingerprint: 'print-of-a' })
  expect(readerOf({ service, account: null, fingerprint: 'print-of-b' })).not.toBe(one)
  expect(readerOf({ service, account: null, fingerprint: 'print-of-a' })).toBe(one)
  const account = readerOf({ service, account: 'acme', fingerprint: 'print-of-a' })
  expect(readerOf({ service, account: 'acme', fingerprint: 'print-of-b' })).toBe(account)
  expect(readerOf({ service: 'https://other.invalid', account: 'acme', fingerprint: 'print-of-a' })).not.toBe(
    account,
  )
  // An account that is called like a fingerprint is another reader.
  expect(readerOf({ service, account: 'print-of-a', fingerprint: 'x' })).not.toBe(one)
})

test('a session says whether everything is read, in a known way', () => {
  const state = {
    service: { address: service, id: service, embedded: false },
    ...{ signedIn: true, fixedKey: true, demonstrationKey: null, provider: null, person: null },
    ...{ accountId: null, fingerprint: 'print', expiresAt: null, idleSeconds: null, pack: null },
    ...{ keepsRecords: true, signsFiles: true },
  }
  expect(parseSessionState({ ...state, sync: 'auto' }).sync).toBe('auto')
  for (const sync of [undefined, 'ask'])
    expect(() => parseSessionState({ ...state, sync })).toThrow(TypeError)
})
