import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../api/records.ts'
import { alike, found, one, other, reviewWhitelist, withdrawal } from './testing/records.ts'

describe('completed withdrawals to addresses on no whitelist', () => {
  const listed = [reviewWhitelist('a', { address: one })]
  const unlisted = (...transactions: Transaction[]) => found('unlisted-withdrawal', listed, transactions)

  test.each<[string, Transaction, number]>([
    ['to another address', withdrawal({ to: other }), 1],
    ['to the listed one, the network missing', withdrawal({ to: one, network: null }), 0],
    ['to a vault', withdrawal({ to: other, kind: 'vault' }), 0],
    ['of unknown status', withdrawal({ to: other, status: null }), 0],
  ])('%s', (_case, sent, count) => {
    expect(unlisted(sent)).toHaveLength(count)
  })

  test('an own address is known from whatever transaction tells it, before or after', () => {
    const tells = withdrawal({ to: one, from: other.toUpperCase() })
    expect(unlisted(withdrawal({ to: other }), tells)).toEqual([])
    expect(unlisted(tells, withdrawal({ to: other }))).toEqual([])
    // Who has sent something to us is not trusted for it.
    const deposit = withdrawal({
      to: 'mine',
      kind: 'vault',
      type: 'deposit',
      from: other,
      fromKind: 'external',
    })
    expect(unlisted(deposit, withdrawal({ to: other }))).toHaveLength(1)
  })

  test('one that looks like a listed address is the gravest, and says which', () => {
    const [first, second] = unlisted(withdrawal({ to: other }), withdrawal({ to: alike, named: 'a' }))
    expect(first).toMatchObject({ severity: 'critical', resembles: { id: 'a', address: one } })
    expect(first?.because).toMatch(/names a whitelist that does not have this address/)
    expect(second).toMatchObject({ severity: 'high', resembles: null })
  })

  test('one that looks like an own address too', () => {
    const [finding] = found(
      'unlisted-withdrawal',
      [],
      [withdrawal({ to: other, from: one, type: 'stake' }), withdrawal({ to: alike })],
    )
    expect(finding).toMatchObject({ severity: 'critical', resembles: { kind: 'vault', name: 'Vault' } })
  })

  test('each address is one finding, with exact sums by asset and the first few transactions', () => {
    const sent = Array.from({ length: 7 }, (_, at) =>
      withdrawal({
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
