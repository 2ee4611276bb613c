/** What is said of a balance that changes while an account is read. */
import { describe, expect, test } from 'vitest'
import { writeDecimal } from '../contract/decimal.ts'
import type { UnprovedBalance } from '../store/unproved-balances.ts'
import { changedBalances, followBalances, unexplainedSentence } from './follow-balances.ts'
import { normaliseTransaction, normaliseVault } from './service/normalise.ts'

const none = { processing_balance: '0', staking_balance: '0', claimable_balance: '0' }

function vaultsAt(readAt: string, ...balances: readonly (string | null)[]) {
  const vaults = balances.map((available_balance, index) =>
    normaliseVault({
      ...{ vault_id: `v${index}`, vault_name: `Vault ${index}` },
      assets:
        available_balance === null
          ? []
          : [{ asset_id: 'BTC', network_id: 'BTC', balances: { ...none, available_balance } }],
    }),
  )
  return { vaults, readAt }
}

/** A deposit into the first vault. */
const deposit = (amount: string) =>
  normaliseTransaction({
    ...{ transaction_id: amount, status: 'completed' },
    transaction: {
      ...{ transaction_type: 'deposit', asset_id: 'BTC', network_id: 'BTC', amount, fee: '0' },
      destination: { destination_type: 'vault', destination_id: 'v0' },
    },
  })

/** Updates of one vault, each with what it holds and the deposits that are new; the store had `first`, all of it explained but `hole`. */
class FollowedVault {
  #held: string
  #minute = 0
  readonly #deposits: ReturnType<typeof deposit>[] = []
  unsettled: readonly UnprovedBalance[] = []

  constructor(first: string, sum: string, unsettled: readonly UnprovedBalance[] = []) {
    this.#held = first
    this.#deposits.push(deposit(sum))
    this.unsettled = unsettled
  }

  /** "settled", or what it is said to have gone from and to, and what is told. */
  update(held: string, ...deposits: readonly string[]): string {
    const kept = { ...vaultsAt(this.#at(), this.#held), sums: [], unsettled: this.unsettled }
    const before = this.#deposits.slice()
    this.#minute += 1
    this.#deposits.push(...deposits.map(deposit))
    const sums = sumsOf(before)
    const followed = followBalances({ ...kept, sums }, vaultsAt(this.#at(), held), {
      added: deposits.map(deposit),
      replaced: [],
    })
    this.#held = held
    this.unsettled = followed.unsettled
    const [unsettled] = followed.unsettled
    const told = followed.unexplained.map(({ before, remainder }) => {
      return `, told ${writeDecimal(before)} and ${writeDecimal(remainder)}`
    })
    const isNew = followed.isNew ? ', new' : ''
    if (!unsettled) return `settled${told.join('')}`
    return `${unsettled.before.balance} to ${unsettled.after.balance}${isNew}${told.join('')}`
  }

  #at(): string {
    return `2026-11-01T10:0${this.#minute}:00.000Z`
  }
}

function sumsOf(deposits: readonly ReturnType<typeof deposit>[]) {
  return deposits.map(({ status, transaction_type, asset_id, network_id, amount, source, destination }) => ({
    ...{ status, transaction_type, asset_id, network_id, amount, source, destination, fee: '0' },
    ...({
      amountForm: 'given',
      feeForm: 'given',
      count: 1,
      feeCount: 0,
      transaction_id: '',
      edgesBefore: 0,
      own_vault: null,
    } as const),
  }))
}

/** As a reading of everything leaves it, with all transactions read between both. */
function readWhole(before: string, after: string): readonly UnprovedBalance[] {
  return changedBalances(
    vaultsAt('2026-11-01T09:00:00.000Z', before),
    vaultsAt('2026-11-01T09:01:00.000Z', after),
  )
}

describe('a balance', () => {
  test('that moves with its transactions is settled', () => {
    const vault = new FollowedVault('1', '1')
    expect([vault.update('3', '2'), vault.update('3'), vault.update('3.5', '0.25', '0.25')]).toEqual([
      ...['settled', 'settled', 'settled'],
    ])
  })

  test('that changes before its transaction is listed is unsettled until then, and nothing is told', () => {
    const vault = new FollowedVault('1', '1')
    expect([vault.update('3'), vault.update('3', '2')]).toEqual(['1 to 3, new', 'settled'])
  })

  test('that changes after its transaction is listed, too', () => {
    const vault = new FollowedVault('1', '1')
    expect([vault.update('1', '2'), vault.update('3')]).toEqual(['1 to 1, new', 'settled'])
  })

  test('that follows its transactions later is waited for, and told if it does not come', () => {
    const vault = new FollowedVault('1', '1')
    expect([vault.update('1', '2'), vault.update('1'), vault.update('3'), vault.update('3')]).toEqual([
      ...['1 to 1, new', '1 to 1', 'settled', 'settled'],
    ])
    const part = [vault.update('3', '1', '5'), vault.update('4'), vault.update('4'), vault.update('4')]
    expect(part).toEqual(['3 to 3, new', '3 to 4', '3 to 4', 'settled, told 0 and -5'])
  })

  test('that two updates agree on, and nothing explains, is told', () => {
    const vault = new FollowedVault('1', '1')
    expect([vault.update('3'), vault.update('3'), vault.update('3')]).toEqual([
      ...['1 to 3, new', 'settled, told 0 and 2', 'settled'],
    ])
  })

  test('that lacks something, and is filled up by what nothing explains, is told as well', () => {
    const vault = new FollowedVault('0', '100')
    expect([vault.update('100'), vault.update('100')]).toEqual([
      ...['0 to 100, new', 'settled, told -100 and 0'],
    ])
  })

  test('that a late transaction explains is settled, and nothing is told again', () => {
    const vault = new FollowedVault('1', '1')
    expect([vault.update('3'), vault.update('3'), vault.update('3', '2')]).toEqual([
      ...['1 to 3, new', 'settled, told 0 and 2', 'settled'],
    ])
  })

  test('that never stays is unsettled from where it was, and waited for once', () => {
    const vault = new FollowedVault('1', '1')
    expect([vault.update('1.1'), vault.update('1.2'), vault.update('1.3'), vault.update('1')]).toEqual([
      ...['1 to 1.1, new', '1 to 1.2', '1 to 1.3', 'settled'],
    ])
  })

  test('that cannot be compared stays as it was', () => {
    const vault = new FollowedVault('1', '1')
    vault.update('3')
    expect([vault.update('1e3'), vault.update('3', '2')]).toEqual(['1 to 3', 'settled'])
  })
})

describe('a balance that changed while everything was read', () => {
  test('is unsettled, also where transactions add up to the latest', () => {
    expect(readWhole('0', '100')).toMatchObject([
      { before: { balance: '0' }, after: { balance: '100' }, remainders: null },
    ])
    expect(readWhole('1.0', '1')).toEqual([])
  })

  test.each<readonly [string, [before: string, after: string], sum: string, news: readonly string[], string]>(
    [
      ['a deposit before the transactions were read', ['0', '100'], '100', [], 'settled'],
      ['one after that', ['100', '150'], '100', ['50'], 'settled'],
      ['one that fills up what lacks', ['0', '100'], '100', ['100'], 'settled'],
      ['something else', ['0', '100'], '100', ['30'], '0 to 100, new'],
    ],
  )('by %s', (_, [before, after], sum, news, expected) => {
    const vault = new FollowedVault(after, sum, readWhole(before, after))
    expect(vault.update(after, ...news)).toBe(expected)
  })

  test('of a vault that was not listed before', () => {
    const at = '2026-11-01T09:00:00.000Z'
    expect(changedBalances(vaultsAt(at, '1'), vaultsAt(at, '1', '2'))).toMatchObject([
      { vault_id: 'v1', before: { balance: '0' }, after: { balance: '2' } },
    ])
  })
})

test('while transactions are known to be missing, a balance that they do not explain stays unsettled and is not told', () => {
  const kept = { ...vaultsAt('', '1'), sums: [], unsettled: [] }
  const none = { added: [], replaced: [] }
  const { unsettled } = followBalances(kept, vaultsAt('', '3'), none)
  const again = { ...kept, ...vaultsAt('', '3'), unsettled }
  expect(followBalances(again, vaultsAt('', '3'), none, true)).toMatchObject({ unsettled, unexplained: [] })
  expect(followBalances(again, vaultsAt('', '3'), none)).toMatchObject({
    unsettled: [],
    unexplained: [expect.anything()],
  })
})

test('what is told names one balance, and counts the others', () => {
  const kept = { ...vaultsAt('', '1', '1'), sums: [], unsettled: [] }
  const first = followBalances(kept, vaultsAt('', '3', '4'), { added: [], replaced: [] })
  const { unexplained } = followBalances(
    { ...kept, ...vaultsAt('', '3', '4'), unsettled: first.unsettled },
    vaultsAt('', '3', '4'),
    { added: [], replaced: [] },
  )
  expect(unexplainedSentence(unexplained)).toBe(
    'The balance of BTC in Vault 0 differs by 3 from what its transactions add up to, and differed by 1 before. 1 other balance has changed too.',
  )
  expect(unexplainedSentence([])).toBeNull()
})
