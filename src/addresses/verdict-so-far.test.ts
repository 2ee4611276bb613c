import { describe, expect, test } from 'vitest'
import { chainOf } from '../chains/index.ts'
import type { Evidence } from './evidence.ts'
import type { KnownAddress, LookAlike } from './known.ts'
import { type Readings, type Usage, verdictSoFar } from './verdict.ts'

const known: KnownAddress = {
  address: 'Listed',
  networkId: 'DOT',
  chain: chainOf('DOT'),
  kind: 'whitelist',
  id: 'w-1',
  name: 'Kraken',
  assetIds: ['DOT'],
  memos: [null],
}
const vault: KnownAddress = { ...known, kind: 'vault', id: 'v-1', name: 'Cold', memos: [null] }
const twin: LookAlike = { known, likeness: 'both-ends' }
const stranger: Evidence = {
  address: 'Stranger',
  networkId: 'DOT',
  assetId: null,
  memo: null,
  names: [],
  elsewhere: [],
  lookAlikes: [],
  validity: { kind: 'unchecked' },
  validities: [],
}
const damaged = { validity: { kind: 'failed', checksum: true, reason: 'it is wrong' } } as const
const guessed = {
  networkId: null,
  validities: [{ chain: chainOf('TRX'), validity: damaged.validity }],
} as const
const unused: Usage = { sent: 0, received: 0, notCompleted: { sent: 0, received: 0 }, atLeast: false }
const all: Readings = { whitelists: 'read', transactions: unused }

function title(evidence: Partial<Evidence>, readings: Partial<Readings> = {}) {
  return verdictSoFar({ ...stranger, ...evidence }, { ...all, ...readings })?.title ?? null
}

describe('the verdict on what could be read', () => {
  test.each<readonly [string, Partial<Evidence>, Partial<Readings>, string | null]>([
    ['all read, nowhere found', {}, {}, 'Never seen'],
    ['whitelists on their way', {}, { whitelists: 'waiting' }, null],
    ['transactions on their way', { names: [known] }, { transactions: 'waiting' }, null],
    ['damaged, whatever is still read', damaged, { whitelists: 'waiting' }, 'The address is damaged'],
    ['damaged, whatever failed', damaged, { whitelists: 'failed' }, 'The address is damaged'],
    ['damaged where it is of a chain by a guess', guessed, { whitelists: 'waiting' }, null],
    ['damaged by a guess, and known nowhere', guessed, {}, 'The address is damaged'],
    ['damaged by a guess, and known elsewhere', { ...guessed, names: [known] }, {}, 'On a whitelist'],
    ['nobody’s, whatever is still read', { address: '0x0' }, { whitelists: 'waiting' }, 'Nobody’s address'],
    [
      'of another network, where it may be known',
      { ...damaged, validities: [{ chain: chainOf('ETH'), validity: { kind: 'valid', checksum: true } }] },
      { whitelists: 'waiting' },
      null,
    ],
    [
      'whitelists failed, on one of another chain before',
      { elsewhere: [{ ...known, networkId: 'ETH' }] },
      { whitelists: 'failed' },
      'Cannot say',
    ],
    ['whitelists failed', {}, { whitelists: 'failed' }, 'Cannot say'],
    [
      'whitelists failed, one end alike',
      { lookAlikes: [{ known, likeness: 'one-end' }] },
      { whitelists: 'failed' },
      'Cannot say',
    ],
    ['whitelists failed, an own vault', { names: [vault] }, { whitelists: 'failed' }, 'One of your vaults'],
    ['whitelists failed, on one before', { names: [known] }, { whitelists: 'failed' }, 'Cannot say'],
    [
      'whitelists failed, on one before and an own vault',
      { names: [known, vault] },
      { whitelists: 'failed' },
      'One of your vaults',
    ],
    [
      'whitelists failed, an own vault elsewhere',
      { names: [{ ...vault, networkId: 'KSM' }] },
      { whitelists: 'failed' },
      'Cannot say',
    ],
    [
      'whitelists failed, a look-alike',
      { lookAlikes: [twin] },
      { whitelists: 'failed' },
      'Looks like a trusted address, but is different',
    ],
    [
      'a look-alike, transactions on their way: it may be an own vault',
      { lookAlikes: [twin] },
      { transactions: 'waiting' },
      null,
    ],
    ['transactions failed', {}, { transactions: 'failed' }, 'Cannot say'],
    ['transactions failed, on a whitelist', { names: [known] }, { transactions: 'failed' }, 'On a whitelist'],
    ['both failed', {}, { whitelists: 'failed', transactions: 'failed' }, 'Cannot say'],
    [
      'transactions failed, one end alike',
      { lookAlikes: [{ known, likeness: 'one-end' }] },
      { transactions: 'failed' },
      'Cannot say',
    ],
    [
      'transactions failed, trusted elsewhere',
      { names: [{ ...known, networkId: 'KSM' }] },
      { transactions: 'failed' },
      'Listed on KSM, not on DOT',
    ],
    ['for its asset', { names: [known], assetId: 'DOT' }, {}, 'On a whitelist'],
    ['for another asset', { names: [known], assetId: 'RLUSD' }, {}, 'On a whitelist, but not for RLUSD'],
    ['for any asset of an own vault', { names: [vault], assetId: 'RLUSD' }, {}, 'One of your vaults'],
  ])('%s', (_what, evidence, readings, expected) => {
    expect(title(evidence, readings)).toBe(expected)
  })

  test('never says that an address is not trusted where that was not read', () => {
    for (const whitelists of ['waiting', 'read', 'failed'] as const)
      for (const transactions of ['waiting', unused, 'failed'] as const) {
        const said = verdictSoFar(stranger, { whitelists, transactions })
        const isRead = whitelists === 'read' && transactions === unused
        if (!isRead) expect(said?.title ?? 'Cannot say').toBe('Cannot say')
      }
  })
})
