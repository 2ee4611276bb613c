import { expect, test } from 'vitest'
import type { AddressFacts } from '../../addresses/book.ts'
import { familyOf } from '../../addresses/families.ts'
import type { LookAlike } from '../../addresses/known.ts'
import type { Validity } from '../../addresses/validity.ts'
import { asksBeforeCopy, cautionOf, inOneSentence } from './caution.ts'

const like = (name: string | null, likeness: LookAlike['likeness']): LookAlike => ({
  likeness,
  known: {
    address: '0x',
    networkId: 'ETH',
    family: familyOf('ETH'),
    kind: 'whitelist',
    id: 'w1',
    name,
    whitelistType: null,
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
  ['nothing claimed', facts([]), null, false],
  ['both ends', facts([like('A', 'both-ends')]), 'Looks like A, and is another address', true],
  [
    'both ends before one end and a failed checksum',
    facts([like('A', 'both-ends'), like('B', 'one-end')], failed),
    'Looks like A, and is another address',
    true,
  ],
  [
    'several',
    facts([like('A', 'both-ends'), like('B', 'both-ends')]),
    'Looks like A and 1 more, and is another address',
    true,
  ],
  [
    'a failed checksum before one end',
    facts([like('B', 'one-end')], failed),
    'Not an address of this network: its checksum does not match',
    true,
  ],
  ['one end', facts([like('B', 'one-end')]), 'Shares one end with B, and is another address', false],
  ['no name', facts([like(null, 'one-end')]), 'Shares one end with w1, and is another address', false],
  [
    'a hidden character in a name',
    facts([like('A\u202eB', 'both-ends')]),
    'Looks like AU+202EB, and is another address',
    true,
  ],
] as const)('of %s', (_what, known, sentence, asks) => {
  const caution = cautionOf(known)
  expect(caution && inOneSentence(caution)).toBe(sentence)
  expect(asksBeforeCopy(caution)).toBe(asks)
})
