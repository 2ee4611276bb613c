import { expect, test } from 'vitest'
import type { AddressFacts } from '../../addresses/book.ts'
import type { KnownAddress, LookAlike } from '../../addresses/known-addresses.ts'
import type { Mismatch } from '../../addresses/named-party.ts'
import type { Validity } from '../../chains/chain.ts'
import { asksBeforeCopy, cautionOf, isAlarm, nameInRow, otherNames } from './caution.ts'

const like = (name: string | null, likeness: 'both-ends' | 'one-end'): LookAlike => ({
  likeness,
  known: {
    address: '0x',
    networkId: 'ETH',
    kind: 'whitelist',
    id: 'w1',
    name,
    assetIds: [],
    memos: [],
  },
})
const failed: Validity = { kind: 'failed', checksum: true, reason: 'its checksum does not match' }
const facts = (
  lookAlikes: readonly LookAlike[],
  validity: Validity = { kind: 'unchecked' },
): AddressFacts => ({
  key: '',
  names: [],
  lookAlikes,
  validity,
})

test.each([
  ['nothing known', null, null, false],
  ['nothing wrong', facts([], { kind: 'valid', checksum: true }), null, false],
  ['both ends', facts([like('A', 'both-ends')]), 'Looks like A, but is a different address', true],
  [
    'both ends before one end and a failed checksum',
    facts([like('A', 'both-ends'), like('B', 'one-end')], failed),
    'Looks like A, but is a different address',
    true,
  ],
  [
    'several',
    facts([like('A', 'both-ends'), like('B', 'both-ends')]),
    'Looks like A and 1 more, but is a different address',
    true,
  ],
  [
    'a failed checksum before one end',
    facts([like('B', 'one-end')], failed),
    'Not an address of this network: its checksum does not match',
    true,
  ],
  [
    'the key of another network before one end',
    facts([like('B', 'one-end')], {
      ...{ kind: 'valid', checksum: true, sameKey: { network: 'Kusama', here: '1' } },
    }),
    'Written for Kusama, not for this network',
    false,
  ],
  ['no name', facts([like(null, 'one-end')]), 'Shares one end with w1, but is a different address', false],
  [
    'a hidden character in a name',
    facts([like('A\u202eB', 'both-ends')]),
    'Looks like AU+202EB, but is a different address',
    true,
  ],
] as const)('of %s', (_what, known, sentence, asks) => {
  const caution = cautionOf(known)
  expect(caution?.sentence ?? null).toBe(sentence)
  expect(asksBeforeCopy(caution)).toBe(asks)
})

test('nearly a known one comes before both ends, and says how nearly', () => {
  const typo = (longer: number, edits = 1): LookAlike => ({
    ...like('A', 'both-ends'),
    likeness: 'typo',
    typo: { edits, longer },
  })
  const sentence = (one: LookAlike) => {
    const caution = cautionOf(facts([like('B', 'both-ends'), one], failed))
    expect([asksBeforeCopy(caution), isAlarm(caution)]).toEqual([true, true])
    return caution?.sentence ?? null
  }
  expect(sentence(typo(-1))).toBe('Nearly the address of A; one character is missing')
  expect(sentence(typo(1))).toBe('Nearly the address of A; one character too many')
  expect(sentence(typo(0))).toBe('Nearly the address of A; one character differs')
  expect(sentence(typo(-1, 3))).toBe('Nearly the address of A; 3 characters differ')
  expect(sentence(typo(-2, 2))).toBe('Nearly the address of A; 2 characters are missing')
})

test.each<readonly [Mismatch['kind'], alarm: boolean]>([
  ['other-address', true],
  ['memo', true],
  ['other-network', false],
  ['other-asset', false],
  ['gone', false],
  ['new-address', false],
])('a name that does not stand on its address: %s', (kind, alarm) => {
  const mismatch = { kind, sentence: 'Not 1\u202e', meaning: '' }
  const caution = cautionOf(facts([like('B', 'one-end')]), mismatch)
  expect(caution?.sentence ?? null).toBe('Not 1U+202E')
  expect([asksBeforeCopy(caution), isAlarm(caution)]).toEqual([false, alarm])
  expect(cautionOf(facts([like('A', 'both-ends')]), mismatch)?.kind).toBe('look-alike')
})

const on = (networkId: string | null, id: string | null = 'w1'): KnownAddress => ({
  address: '0x',
  networkId,
  kind: 'whitelist',
  id,
  name: id,
  assetIds: [],
  memos: [],
})

test('a row prefers the name on its network, and says that any other is from another network', () => {
  expect(nameInRow([], 'ETH')).toBeNull()
  expect(nameInRow([on('AVAX', 'w1'), on('ETH', 'w2')], 'ETH')).toMatchObject({
    known: { id: 'w2' },
    isElsewhere: false,
  })
  expect(nameInRow([on('AVAX')], 'ETH')).toMatchObject({ isElsewhere: true })
  expect(nameInRow([on(null)], 'ETH')).toMatchObject({ isElsewhere: true })
  expect(nameInRow([on('ETH')], null)).toMatchObject({ isElsewhere: true })
  expect(nameInRow([on('ETH')], ' eth ')).toMatchObject({ isElsewhere: false })
})

test('what is named beside it already is left out on this network alone', () => {
  const names = [on('ETH', 'w1'), on('AVAX', 'w1'), on('eth', 'w1'), on('ETH', 'w2'), on('ETH', null)]
  expect(
    otherNames(names, 'ETH', 'w1').map(({ known, isElsewhere }) => [known.id, known.networkId, isElsewhere]),
  ).toEqual([
    ['w1', 'AVAX', true],
    ['w2', 'ETH', false],
    [null, 'ETH', false],
  ])
  expect(otherNames(names, 'ETH', null)).toHaveLength(5)
})
