import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../api/records.ts'
import { alike, found, one, other, transaction, whitelist } from './testing/records.ts'

describe('completed withdrawals to addresses on no whitelist', () => {
  const listed = [whitelist('a', { address: one })]
  const unlisted = (...transactions: Transaction[]) => found('unlisted-withdrawal', listed, transactions)

  test.each<[string, Transaction, number]>([
    ['to another address', transaction({ to: other }), 1],
    ['to the listed one', transaction({ to: one }), 0],
    ['to the listed one in other letters', transaction({ to: one.toUpperCase() }), 0],
    ['to the listed one on another network of its chain', transaction({ to: one, network: 'ARB' }), 0],
    ['to the listed one, the network missing', transaction({ to: one, network: null }), 0],
    ['to a vault', transaction({ to: other, kind: 'vault' }), 0],
    ['not completed', transaction({ to: other, status: 'failed' }), 0],
    ['no withdrawal', transaction({ to: other, type: 'stake' }), 0],
    ['without an address', transaction({ to: '' }), 0],
    ['of unknown status', transaction({ to: other, status: null }), 0],
  ])('%s', (_case, sent, count) => {
    expect(unlisted(sent)).toHaveLength(count)
  })

  test('an own address is known from whatever transaction tells it, before or after', () => {
    const tells = transaction({ to: one, from: other.toUpperCase() })
    expect(unlisted(transaction({ to: other }), tells)).toEqual([])
    expect(unlisted(tells, transaction({ to: other }))).toEqual([])
    // Who has sent something to us is not trusted for it.
    const deposit = transaction({
      to: 'mine',
      kind: 'vault',
      type: 'deposit',
      from: other,
      fromKind: 'external',
    })
    expect(unlisted(deposit, transaction({ to: other }))).toHaveLength(1)
  })

  test('one that looks like a listed address is the gravest, and says which', () => {
    const [first, second] = unlisted(transaction({ to: other }), transaction({ to: alike, named: 'a' }))
    expect(first).toMatchObject({ severity: 'critical', resembles: { id: 'a', address: one } })
    expect(first?.because).toMatch(/names a whitelist that does not have this address/)
    expect(second).toMatchObject({ severity: 'high', resembles: null })
  })

  test('one that looks like an own address too', () => {
    const [finding] = found(
      'unlisted-withdrawal',
      [],
      [transaction({ to: other, from: one, type: 'stake' }), transaction({ to: alike })],
    )
    expect(finding).toMatchObject({ severity: 'critical', resembles: { kind: 'vault', name: 'Vault' } })
  })

  test('each address is one finding, with exact sums by asset and the first few transactions', () => {
    const sent = Array.from({ length: 7 }, (_, at) =>
      transaction({
        id: `t${at}`,
        to: other,
        asset: at < 6 ? 'ETH' : 'USDC',
        amount: at === 5 ? 'much' : '0.1',
      }),
    )
    const [finding, ...more] = unlisted(...sent)
    expect(more).toEqual([])
    expect(finding?.subjects[0].uses).toEqual({
      transactions: 7,
      completed: 7,
      completed_sums: [
        {
          asset_id: 'ETH',
          network_id: 'ETH',
          completed: 6,
          amount: '0.5',
          unreadable: 1,
          transaction_ids: ['t0', 't1', 't2', 't3', 't4'],
        },
        {
          asset_id: 'USDC',
          network_id: 'ETH',
          completed: 1,
          amount: '0.1',
          unreadable: 0,
          transaction_ids: ['t6'],
        },
      ],
      transaction_ids: ['t0', 't1', 't2', 't3', 't4'],
    })
  })
})
