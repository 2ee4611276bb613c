/** A journal of six answers, and what is told of each forgery of it. */
import { base64url, CompactSign, UnsecuredJWT } from 'jose'
import { expect, it } from 'vitest'
import { attestationClaims, isChallenge } from '../contract/attestation.ts'
import { checkJournal, type JournalExpectation } from './check-journal.ts'
import { chainLink, chainStart, type JournalEntry } from './journal.ts'
import { newSigner, signedJournal, type TestAnswer } from './testing/signed-journal.ts'

const answers: readonly TestAnswer[] = [
  ['/vaults', '{"vaults":[]}'],
  ['/balances', '{"balance":[]}'],
  ['/transactions?limit=2&offset=0', '{"transactions":[1,2]}'],
  ['/transactions?limit=2&offset=2', '{"transactions":[3]}'],
  ['/transactions?limit=2&offset=3', '{"error_code":"TXN-02"}', 404],
  ['/balances', '{"balance":[]}'],
]
const signer = await newSigner()
const other = await newSigner()
const sameName = await newSigner(signer.publicKey.kid)
const keys = [signer.publicKey]
const challenge = 'audit-of-november'
const journal = await signedJournal(signer, answers, { challenge })

async function faultsOf(
  entries: readonly JournalEntry[],
  { trusted = keys, ...expected }: JournalExpectation & { readonly trusted?: typeof keys } = {},
) {
  const { faults, statement } = await checkJournal(entries, trusted, { challenge, ...expected })
  // Nothing is stated of a journal with faults.
  expect(statement === null || faults.every(({ kind }) => kind === 'unexpected')).toBe(true)
  return faults
}

type Changes = { -readonly [Member in keyof JournalEntry]?: JournalEntry[Member] }
const changed = (number: number, changes: Changes) =>
  journal.map((entry, index) => (index === number - 1 ? { ...entry, ...changes } : entry))
const at = (number: number): JournalEntry => {
  const entry = journal[number - 1]
  if (entry === undefined) throw new Error(`there are ${journal.length} answers`)
  return entry
}
const attestationOf = (number: number) => at(number).attestation ?? ''

/** The third attestation, with other claims or another header. */
const claims = attestationClaims.parse(
  JSON.parse(new TextDecoder().decode(base64url.decode(attestationOf(3).split('.')[1] ?? ''))),
)
const [, , signature = ''] = attestationOf(3).split('.')
const encoded = (content: object) => base64url.encode(JSON.stringify(content))
const withClaims = (changes: object) =>
  [attestationOf(3).split('.')[0], encoded({ ...claims, ...changes }), signature].join('.')
const header = { alg: 'EdDSA', kid: signer.publicKey.kid }
const byHmac = () =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'HS256', kid: header.kid })
    .sign(base64url.decode(signer.publicKey.x))

it('states what is proved', async () => {
  expect(await checkJournal(journal, [other.publicKey, ...keys], { challenge })).toEqual({
    faults: [],
    statement: {
      service: 'https://custody.invalid/v1',
      account: 'acct-1',
      isAccountTyped: false,
      reader: 'a-reader',
      keyIds: [signer.publicKey.kid],
      asOf: '2026-11-26T10:00:00.000Z',
      until: '2026-11-26T10:00:05.000Z',
      challenge,
    },
  })
})

it('tells an account that somebody typed, and one that nobody named', async () => {
  const of = async (account: object, expected: JournalExpectation = {}) =>
    checkJournal(await signedJournal(signer, answers, { claims: account }), keys, expected)
  const typed = { account: undefined, account_typed: 'acct-1' }
  expect((await of(typed)).statement).toMatchObject({ account: 'acct-1', isAccountTyped: true })
  expect((await of(typed, { account: 'acct-1' })).faults).toMatchObject([
    { kind: 'unexpected', sentence: expect.stringContaining('was typed at sign-in') },
  ])
  expect((await of({ account: undefined })).statement).toMatchObject({ account: null, isAccountTyped: false })
})

it.each([
  ['a byte of a body', { body: new TextEncoder().encode('{"transactions":[1,3]}') }, 'body'],
  ['a status', { status: 201 }, 'status'],
  ['a target', { target: '/transactions?limit=2&offset=0&hidden=1' }, 'request'],
  ['the order of a target', { target: '/transactions?offset=0&limit=2' }, 'request'],
  ['an attestation moved to it', { attestation: attestationOf(5) }, 'request, status, body'],
])('tells %s that was changed', async (_what, changes, what) => {
  const [worst] = await faultsOf(changed(3, changes))
  expect(worst).toEqual({
    kind: 'changed',
    entry: 3,
    sentence: `Answer 3 is not as it was signed: ${what}.`,
  })
})

it.each([
  ['another time', withClaims({ at: '2026-11-27T10:00:02.000Z' })],
  ['another status, in the attestation too', withClaims({ status: 201 })],
  ['another key of the same name', await sameName.sign(claims)],
  ['no signature', attestationOf(3).replace(/[^.]+$/, '')],
  [
    'the signature of another answer',
    attestationOf(3).replace(/[^.]+$/, attestationOf(4).split('.')[2] ?? ''),
  ],
])('tells an attestation with %s', async (_what, attestation) => {
  const faults = await faultsOf(changed(3, { attestation }))
  expect(faults.filter(({ kind }) => kind === 'changed')).toEqual([
    { kind: 'changed', entry: 3, sentence: expect.stringContaining('was changed, or') },
  ])
  expect(faults[0]?.kind).toBe('changed')
})

it.each([
  ['none, as an answer of the gateway itself', null, 'is not signed.'],
  [
    'alg: none',
    `${encoded({ ...header, alg: 'none' })}.${attestationOf(3).split('.')[1]}.`,
    'not signed with EdDSA',
  ],
  ['alg: none, as a JWT', new UnsecuredJWT({ ...claims }).encode(), 'not signed with EdDSA'],
  ['HS256 with the public key', await byHmac(), 'not signed with EdDSA'],
  ['no header', 'nonsense', 'cannot be read'],
  ['no name of a key', `${encoded({ alg: 'EdDSA' })}.${encoded(claims)}.${signature}`, 'cannot be read'],
  ['other claims', await signer.sign({ ...claims, at: 'yesterday' }), 'cannot be read'],
])('takes no answer for signed that has as its attestation: %s', async (_what, attestation, sentence) => {
  const [worst] = await faultsOf(changed(3, { attestation }))
  expect(worst).toMatchObject({ kind: 'unsigned', entry: 3, sentence: expect.stringContaining(sentence) })
})

const broken = (number: number) => `Answer ${number} did not come after answer ${number - 1}`
const older = await signedJournal(signer, answers, { challenge, begin: '2026-11-20T10:00:00.000Z' })
const today = await signedJournal(signer, answers)

it.each([
  ['the first left out', journal.slice(1), {}, 1, 'does not begin with the challenge'],
  [
    'the first left out, whose chain nobody knows',
    today.slice(1),
    { challenge: undefined },
    1,
    'began earlier',
  ],
  ['one in the middle left out', journal.filter((_, index) => index !== 2), {}, 3, broken(3)],
  ['one doubled', [...journal.slice(0, 3), at(3), ...journal.slice(3)], {}, 4, broken(4)],
  ['the last doubled', [...journal, at(6)], {}, 7, broken(7)],
  ['two exchanged', [...journal.slice(0, 3), at(5), at(4), at(6)], {}, 4, broken(4)],
  ['an older one in the place of a newer', journal.toSpliced(3, 1, ...older.slice(3, 4)), {}, 4, broken(4)],
  ['two days', [...older.slice(0, 3), ...journal.slice(3)], {}, 4, broken(4)],
  [
    'another challenge',
    await signedJournal(signer, answers, { challenge: 'of-october' }),
    {},
    1,
    'the challenge',
  ],
  ['a challenge nobody gave', today, {}, 1, 'the challenge'],
] as const)('tells a chain with %s', async (_what, entries, expected, entry, sentence) => {
  expect((await faultsOf(entries, expected))[0]).toMatchObject({
    kind: 'chain',
    entry,
    sentence: expect.stringContaining(sentence),
  })
})

it('does not see that answers are missing at the end', async () => {
  expect(await faultsOf(journal.slice(0, -1))).toEqual([])
})

const [four, two] = [answers.slice(0, 4), answers.slice(4)]
/** One chain, whose later part has other claims. */
async function joined(changes: object, by = signer) {
  const begun = await signedJournal(signer, four, { challenge })
  const last = begun.at(-1)?.attestation ?? ''
  const rest = await signedJournal(by, two, {
    challenge: await chainLink(last),
    begin: '2026-11-26T10:00:04.000Z',
    ...changes,
  })
  return [...begun, ...rest]
}

it.each([
  ['service', { service: 'https://other.invalid' }],
  ['account', { account: 'acct-2' }],
  ['account', { account: undefined, account_typed: 'acct-1' }],
  ['reader', { reader: 'another-reader' }],
])('tells answers of another %s, spliced in or of one chain', async (name, other) => {
  const fault = { kind: 'mixed', entry: 5, sentence: `Answer 5 has a different ${name} from answer 1.` }
  expect(await faultsOf(await joined({ claims: other }))).toEqual([fault])
  const foreign = await signedJournal(signer, answers, { challenge, claims: other })
  const spliced = await faultsOf(journal.toSpliced(4, 1, ...foreign.slice(4, 5)))
  expect(spliced).toMatchObject([{ kind: 'chain' }, { kind: 'chain' }, fault])
})

it.each([
  ['a pause of ten minutes', '2026-11-26T10:10:03.000Z', []],
  ['a longer pause', '2026-11-26T10:10:03.001Z', ['More than ten minutes lie between answer 5 and answer 4']],
  ['clocks that differ a little', '2026-11-26T09:59:59.000Z', []],
  ['a time that goes backwards', '2026-11-26T09:59:57.999Z', ['Time goes backwards']],
])('knows %s', async (_what, begin, sentences) => {
  const faults = await faultsOf(await joined({ begin }))
  expect(faults.map(({ sentence }) => sentence)).toEqual(
    sentences.map((each) => expect.stringContaining(each)),
  )
})

it('tells unknown and withdrawn keys once, after what is worse', async () => {
  const entries = await joined({}, other)
  expect(await faultsOf(entries)).toMatchObject([
    { kind: 'unknown-key', entry: 5, sentence: expect.stringContaining(other.publicKey.kid) },
  ])
  const withdrawn = { ...other.publicKey, revoked: { revoked_at: 1_793_491_200 } }
  // It stays withdrawn where it is listed again.
  for (const trusted of [
    [...keys, withdrawn, other.publicKey],
    [other.publicKey, withdrawn, ...keys],
  ])
    expect(await faultsOf(entries, { trusted })).toMatchObject([
      { kind: 'withdrawn-key', entry: 5, sentence: expect.stringContaining('withdrawn on 2026-11-01') },
    ])
  const worse = await faultsOf([...entries, { ...at(1), status: 500 }])
  expect(worse.map(({ kind }) => kind)).toEqual(['changed', 'chain', 'unknown-key'])
})

it('takes a key by its thumbprint, whatever it is called', async () => {
  const renamed = { ...signer.publicKey, kid: 'mine' }
  const impostor = sameName.publicKey
  expect(await faultsOf(journal, { trusted: [renamed] })).toEqual([])
  expect(await faultsOf(journal, { trusted: [impostor] })).toMatchObject([{ kind: 'unknown-key' }])
  const unreadable = { ...impostor, x: '' }
  expect(await faultsOf(journal, { trusted: [unreadable] })).toMatchObject([{ kind: 'unknown-key' }])
})

it.each([
  [{ service: 'https://custody.invalid' }, 'not of the service'],
  [{ account: 'acct-2' }, 'not of the account'],
  [{ asOfAfter: '2026-11-26T10:00:00Z' }, 'older'],
  [{ asOfAfter: 'soon' }, 'older'],
  // Without its zone it would depend on where it is checked.
  [{ asOfAfter: '2026-11-26T09:00' }, 'older'],
])('compares with what is expected: %o', async (expected, sentence) => {
  const { faults, statement } = await checkJournal(journal, keys, expected)
  expect(faults).toEqual([{ kind: 'unexpected', entry: null, sentence: expect.stringContaining(sentence) }])
  expect(statement).not.toBeNull()
  const met = { service: 'https://custody.invalid/v1', account: 'acct-1', asOfAfter: '2026-11-26T09:59:59Z' }
  expect(await faultsOf(journal, met)).toEqual([])
})

it('finds nothing proved by no answers', async () => {
  expect(await faultsOf([])).toMatchObject([{ kind: 'empty', entry: null }])
})

it('begins a chain with a challenge, or with a number that is not taken for the digest of an answer', async () => {
  expect(chainStart('given')).toBe('given')
  expect(isChallenge(chainStart())).toBe(true)
  expect(chainStart()).not.toBe(chainStart())
  const refused = ['', 'two words', 'ä', 'x'.repeat(129), claims.sha256]
  expect(refused.filter(isChallenge)).toEqual([])
})
