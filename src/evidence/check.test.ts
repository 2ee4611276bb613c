import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { PublicKey } from '../contract/public-keys.ts'
import { checkEvidence } from './check.ts'
import type { Expectation } from './expectation.ts'
import { alterations, unaltered } from './testing/alterations.ts'
import { aboutTest, signedTestFiles, zipOf } from './testing/signed-files.ts'
import { blobSource } from './zip.ts'

const { key, stranger, list, whole } = unaltered

async function verdictOn(
  bytes: Uint8Array<ArrayBuffer>,
  keys: readonly PublicKey[] = [key.jwk],
  expected: Expectation = {},
) {
  return (await checkEvidence(blobSource(new Blob([bytes])), keys, expected)).verdict
}

it('what a gateway signed is genuine, and says what was signed', async () => {
  const { verdict, files } = await checkEvidence(blobSource(new Blob([whole])), [stranger.jwk, key.jwk])
  expect(verdict).toMatchObject({
    ...{ kind: 'complete', headline: 'Genuine and complete', sentences: [], keyId: key.jwk.kid },
    about: { account: 'acme', what: { name: 'transactions' } },
  })
  expect([...files.keys()]).toEqual(['transactions.csv', 'vaults.csv', 'README.txt'])
  expect(await text(Readable.from(files.get(list.name)?.read() ?? []))).toBe(list.content)
})

it('what is not complete says why', async () => {
  const reasons = ['The period is not over: it is complete so far.']
  const bytes = await zipOf(await signedTestFiles([list], key, { complete: false, reasons }))
  expect(await verdictOn(bytes)).toMatchObject({ kind: 'incomplete', sentences: reasons })
})

describe('every change is told', () => {
  it.each(alterations)('$what', async ({ bytes, kind, sentence }) => {
    const verdict = await verdictOn(bytes)
    expect(verdict.kind).toBe(kind)
    expect(verdict.sentences.join('\n')).toMatch(sentence)
    expect(verdict.about === null || kind === 'altered').toBe(true)
  })
})

describe('keys', () => {
  it('one that was withdrawn proves nothing, and whoever gives it again does not mend that', async () => {
    const withdrawn = { ...key.jwk, revoked: { revoked_at: 1_790_000_000 } }
    for (const keys of [[withdrawn], [withdrawn, key.jwk], [key.jwk, withdrawn]])
      expect(await verdictOn(whole, keys)).toMatchObject({
        ...{ kind: 'untrusted', about: null },
        sentences: [expect.stringMatching(/was withdrawn on 2026-09-21: whoever has it can sign anything/)],
      })
  })

  it('a set that names one key as another one is not believed', async () => {
    const named = { ...stranger.jwk, kid: key.jwk.kid }
    expect(await verdictOn(whole, [named])).toMatchObject({ kind: 'untrusted' })
    expect(await verdictOn(whole, [named, key.jwk])).toMatchObject({ kind: 'complete' })
  })

  it('a file that was changed is told first', async () => {
    expect(await verdictOn(alterations[0]?.bytes ?? whole, [])).toMatchObject({
      ...{ kind: 'altered', about: null },
      sentences: ['transactions.csv was changed.', expect.stringMatching(/not among the keys/)],
    })
  })
})

describe('what the recipient expects', () => {
  it.each<[Expectation, string[]]>([
    [{ service: 'https://custody.example', account: 'acme', period: '2026-10', asOfAfter: '2026-11-02' }, []],
    [{ period: '2026-10-01/2026-10-31' }, []],
    [{ service: 'https://other.example' }, ['It comes from another service.']],
    [{ account: 'other' }, ['It is for another account.']],
    [{ period: '2026-10-01' }, ['It covers another period.']],
    [{ asOfAfter: '2026-11-02T09:30:00Z' }, ['It is older than you expect.']],
    [
      { account: 'x', period: '2025' },
      ['2025 is not a period such as 2026-10, 2026-10-12 or 2026-10-01/2026-12-31.'],
    ],
  ])('%j', async (expected, sentences) => {
    expect(await verdictOn(whole, [key.jwk], expected)).toMatchObject({
      ...{ kind: sentences.length === 0 ? 'complete' : 'unexpected', sentences },
    })
  })

  it('an account that was typed is not one that was named', async () => {
    const bytes = await zipOf(await signedTestFiles([list], key, { account: null, account_typed: 'acme' }))
    expect((await verdictOn(bytes, [key.jwk], { account: 'acme' })).sentences).toEqual([
      'The account that you expect was typed at sign-in: the service may have ignored it.',
    ])
  })

  it('days are those of the zone that was signed', async () => {
    const { what } = aboutTest([])
    const period = {
      from: '2026-09-30T16:00:00.000Z',
      before: '2026-10-31T16:00:00.000Z',
      zone: 'Asia/Hong_Kong',
    }
    const bytes = await zipOf(await signedTestFiles([list], key, { what: { ...what, period } }))
    expect((await verdictOn(bytes, [key.jwk], { period: '2026-10' })).kind).toBe('complete')
  })
})
